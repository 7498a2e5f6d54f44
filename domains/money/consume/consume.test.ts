import { read } from '@e965/xlsx';
import type { CellObject } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post, settle } from '../ledger/ledger.server.ts';
import {
  addCard,
  addCompany,
  brokenInvariants,
  nextNumber,
  rechargeCard,
  settleOrderOnCard,
  startMoneyTestbed,
  withoutTimestamp,
} from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { consumeApi } from '../resources.ts';
import { recordConsume } from '../server.ts';
import type { Consumption } from '../server.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const richCard = async (rrMoney: string, more = {}) => {
  const card = await addCard(testbed, testbed.tenantStaff, more);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney });
  return { icCardId: card.icCardId, icCardNo: card.icCardNo, custId: card.custId };
};
const recordsOf = async (viewer: Viewer, query: Readonly<Record<string, unknown>>) =>
  (await testbed.server.ok(viewer, consumeApi.list, query)).records;

describe('a consume record', () => {
  test('tells what the wallet had before and after, what was given away and what is owed', async () => {
    const card = await richCard('50');
    await settleOrderOnCard(testbed, { ...card, billingCents: 30_00n, orderCents: 36_00n });
    await settleOrderOnCard(testbed, { ...card, billingCents: 35_00n });
    const [second, first] = await recordsOf(testbed.tenantStaff, { mainPartId: card.icCardId });
    expect(first).toMatchObject({
      tenantId_dictText: 'Own Tenant',
      agentId_dictText: 'Agent One',
      stationId_dictText: 'North Gate',
      cpCode: 'PILE0001',
      gunNumber: 1,
      mainPartType_dictText: 'IC card',
      mainPartNo: card.icCardNo,
      icCardNo: card.icCardNo,
      userName: 'Han Mei',
      isRefund: 0,
      orderAmount: '36.00',
      rrMoney: '30.00',
      receivableMoney: '0.00',
      rrBeforeMoney: '50.00',
      rrAfterMoney: '20.00',
      chargingElec: '12.3000',
      chargingElecPeak: '12.3000',
      chargingElecTip: '0.0000',
      currency: 'CNY',
    });
    expect(second).toMatchObject({ rrMoney: '35.00', receivableMoney: '15.00', rrBeforeMoney: '20.00', rrAfterMoney: '0.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is written once a booking, also when its settlement is told twice', async () => {
    const { icCardId, icCardNo } = await richCard('10');
    const orderId = BigInt(nextNumber());
    const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'worker:settle' };
    const once = () =>
      inSystem(testbed.server.database, async (tx) => {
        const [wallet = 0n, receivable = 0n, fees = 0n] = await openAccounts(tx, books, [
          accounts.wallet(`card:${icCardId}`),
          accounts.receivable(`card:${icCardId}`),
          accounts.fees(BigInt(testbed.stationId)),
        ]);
        const booking = await settle(tx, books, { orderId, payer: wallet, receivable, lines: [{ debit: wallet, credit: fees, amountCents: 4_00n }] });
        return recordConsume(tx, { ...consumption({ icCardId, icCardNo, orderId }), booking, wallet, orderCents: 4_00n, billingCents: 4_00n });
      });
    const [first, ...others] = [await once(), ...(await Promise.all([once(), once(), once()]))];
    expect(others).toEqual([first, first, first]);
    expect(await recordsOf(testbed.tenantStaff, { mainPartId: icCardId })).toHaveLength(1);
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('of an order that cost nothing leaves the balance it found', async () => {
    const card = await richCard('10');
    await settleOrderOnCard(testbed, { ...card, billingCents: 0n });
    expect(await recordsOf(testbed.tenantStaff, { mainPartId: card.icCardId })).toMatchObject([
      { rrMoney: '0.00', rrBeforeMoney: '10.00', rrAfterMoney: '10.00' },
    ]);
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('of a refund gives back, and is taken off the totals', async () => {
    const { icCardId, icCardNo } = await richCard('40');
    const orderId = BigInt(await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 25_00n }));
    const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'worker:refund' };
    await inSystem(testbed.server.database, async (tx) => {
      const [wallet = 0n, fees = 0n] = await openAccounts(tx, books, [accounts.wallet(`card:${icCardId}`), accounts.fees(BigInt(testbed.stationId))]);
      const booking = await post(tx, books, {
        kind: 'refund_bal',
        source: { type: 'refund', id: nextNumber() },
        orderId,
        lines: [{ debit: fees, credit: wallet, amountCents: 5_00n, feeType: 1, stage: 2 }],
      });
      await recordConsume(tx, {
        ...consumption({ icCardId, icCardNo, orderId }),
        booking,
        wallet,
        orderCents: 5_00n,
        billingCents: 5_00n,
        isRefund: true,
      });
    });
    expect((await recordsOf(testbed.tenantStaff, { mainPartId: icCardId }))[0]).toMatchObject({
      isRefund: 1,
      rrMoney: '5.00',
      rrBeforeMoney: '15.00',
      rrAfterMoney: '20.00',
    });
    expect(await testbed.server.ok(testbed.tenantStaff, consumeApi.dealConsume, { mainPartId: icCardId })).toMatchObject({
      billingAllAmount: '20.00',
      orderAllAmount: '20.00',
      totalElec: '12.3000',
    });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('that does not fit its booking is found, and so is a settlement without a record', async () => {
    const { icCardId, icCardNo } = await richCard('10');
    const orderId = await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 4_00n });
    const tampered = async (statement: string) => {
      await testbed.server.database.asSuperuser(statement);
      const found = await brokenInvariants(testbed);
      return found;
    };
    const id = (await recordsOf(testbed.tenantStaff, { mainPartId: icCardId }))[0]?.consumeRecordId ?? '';
    expect(await tampered(`UPDATE consume_record SET order_amount = order_amount + 1 WHERE consume_record_id = ${id}`)).toEqual([`R2 consume ${id}`]);
    await testbed.server.database.asSuperuser(`UPDATE consume_record SET order_amount = order_amount - 1 WHERE consume_record_id = ${id}`);
    expect(
      await tampered(
        `UPDATE consume_record SET rr_before_money = rr_before_money + 1, rr_after_money = rr_after_money + 1 WHERE consume_record_id = ${id}`,
      ),
    ).toEqual([`R2 consume ${id}`]);
    expect(await tampered(`DELETE FROM consume_record WHERE charging_order_id = ${orderId}`)).toEqual([expect.stringMatching(/^R2 journal \d+$/)]);
  });
});

const consumption = (of: {
  readonly icCardId: string;
  readonly icCardNo: string;
  readonly orderId: bigint;
}): Omit<Consumption, 'booking' | 'wallet' | 'orderCents' | 'billingCents'> => ({
  order: {
    chargingOrderId: String(of.orderId),
    chargingOrderNo: `ORDER${of.orderId}`,
    tenantId: testbed.tenantId,
    agentId: testbed.agentId,
    stationId: testbed.stationId,
    cpCode: 'PILE0001',
    gunNumber: 2,
    currency: 'CNY',
  },
  party: {
    mainPartType: 2,
    mainPartId: of.icCardId,
    custId: null,
    custName: null,
    userName: null,
    userMobile: null,
    icCardId: of.icCardId,
    icCardNo: of.icCardNo,
    carVin: null,
    carNum: null,
  },
  energy: { total: 0n, tip: 0n, peak: 0n, flat: 0n, valley: 0n },
  at: new Date(),
  actor: 'worker:settle',
});

describe('list, totals and export', () => {
  test('are of the same rows, whatever the filter', async () => {
    const company = await addCompany(testbed, testbed.agentStaff, { custName: 'Fleet' });
    const card = await richCard('500', { custId: company.custId });
    for (const billingCents of [1_01n, 2_02n, 3_03n]) await settleOrderOnCard(testbed, { ...card, billingCents, orderCents: billingCents + 50n });
    const orderId = await settleOrderOnCard(testbed, {
      ...card,
      billingCents: 4_04n,
      stationId: testbed.otherStationId,
      agentId: testbed.otherAgentId,
    });
    expect(await testbed.server.ok(testbed.tenantStaff, consumeApi.dealConsume, { custId: company.custId })).toEqual({
      orderAllAmount: '11.60',
      billingAllAmount: '10.10',
      offerAllAmount: '1.50',
      receivableAllAmount: '0.00',
      totalElec: '49.2000',
      totalElecTip: '0.0000',
      totalElecPeak: '49.2000',
      totalElecFlat: '0.0000',
      totalElecValley: '0.0000',
      totalsCapped: false,
      byCurrency: [expect.objectContaining({ currency: 'CNY', rowCount: 4, billingAllAmount: '10.10' })],
    });
    for (const filter of [
      { custId: company.custId },
      { mainPartNo: card.icCardNo },
      { chargingOrderNo: `ORDER${orderId}` },
      { stationId: testbed.otherStationId },
      { agentId: testbed.agentId },
      { cpCode: 'PILE0001' },
      { isRefund: 0 },
      { mainPartType: 2 },
      { createTime_begin: '2020-01-01', createTime_end: '2100-01-01' },
      { createTime_end: '2020-01-01' },
    ]) {
      const [list, sums] = [
        await testbed.server.ok(testbed.tenantStaff, consumeApi.list, { ...filter, pageSize: 100 }),
        await testbed.server.ok(testbed.tenantStaff, consumeApi.dealConsume, filter),
      ];
      const listed = list.records.reduce((sum, row) => sum + Math.round(Number(row.rrMoney) * 100) * (row.isRefund === 1 ? -1 : 1), 0);
      expect(Math.round(Number(sums.billingAllAmount) * 100)).toBe(listed);
      const { readXlsx } = await import('hucre/xlsx');
      const response = await testbed.server.fetch(
        testbed.tenantStaff,
        `${consumeApi.exportXls.path}?${new URLSearchParams(Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)])).toString()}`,
      );
      expect((await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows).toHaveLength(list.total + 1);
    }
  });

  test('a spreadsheet of another library shows amounts with two decimals', async () => {
    const card = await richCard('5');
    await settleOrderOnCard(testbed, { ...card, billingCents: 1_50n });
    const response = await testbed.server.fetch(testbed.tenantStaff, `${consumeApi.exportXls.path}?mainPartNo=${card.icCardNo}`);
    const sheet = Object.values(read(new Uint8Array(await response.arrayBuffer())).Sheets)[0] ?? {};
    const shown = Object.values(sheet).map((cell: Partial<CellObject>) => cell.w);
    expect(shown).toEqual(expect.arrayContaining(['1.50']));
    expect(shown).not.toContain('1.5');
  });

  test('a record opens by its id, and there is nothing to add, edit or delete', async () => {
    const card = await richCard('5');
    await settleOrderOnCard(testbed, { ...card, billingCents: 1_00n });
    const [row] = await recordsOf(testbed.tenantStaff, { mainPartId: card.icCardId });
    expect(await testbed.server.ok(testbed.tenantStaff, consumeApi.queryById, { id: row?.consumeRecordId ?? '' })).toEqual(row);
    for (const action of ['add', 'edit', 'delete', 'importExcel'])
      expect((await testbed.server.fetch(testbed.tenantStaff, `/money/sseConsumeRecord/${action}`, { method: 'POST' })).status).toBe(404);
  });
});

describe('four viewers', () => {
  test('see the records of their own stations and cards, and a foreign id answers as an absent one', async () => {
    const [own, others] = [await addCompany(testbed, testbed.agentStaff), await addCompany(testbed, testbed.otherAgentStaff)];
    const card = await richCard('100', { custId: own.custId, cardPeople: 'Scoped' });
    await settleOrderOnCard(testbed, { ...card, billingCents: 1_00n });
    await settleOrderOnCard(testbed, { ...card, billingCents: 2_00n, stationId: testbed.otherStationId, agentId: testbed.otherAgentId });
    const visibleTo = async (viewer: Viewer) => {
      const rows = await recordsOf(viewer, { mainPartNo: card.icCardNo });
      const { byCurrency } = await testbed.server.ok(viewer, consumeApi.dealConsume, { mainPartNo: card.icCardNo });
      expect(byCurrency.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(rows.length);
      return rows.map((row) => row.rrMoney).toSorted();
    };
    expect(await visibleTo(testbed.platform)).toEqual(['1.00', '2.00']);
    expect(await visibleTo(testbed.tenantStaff)).toEqual(['1.00', '2.00']);
    expect(await visibleTo(testbed.agentStaff)).toEqual(['1.00']);
    expect(await visibleTo(testbed.otherAgentStaff)).toEqual(['2.00']);
    expect(await visibleTo(testbed.stationStaff)).toEqual(['1.00']);
    expect(await visibleTo(testbed.foreignStaff)).toEqual([]);
    expect(await visibleTo(viewers.customer(testbed.tenantId, own.custId))).toEqual(['1.00', '2.00']);
    expect(await visibleTo(viewers.customer(testbed.tenantId, others.custId))).toEqual([]);
    const hidden = (await recordsOf(testbed.tenantStaff, { mainPartNo: card.icCardNo, stationId: testbed.otherStationId }))[0];
    const places = (id: string) =>
      Promise.all([
        testbed.server.call(testbed.agentStaff, consumeApi.queryById, { id }),
        testbed.server.call(testbed.agentStaff, consumeApi.list, { consumeRecordId: id, stationId: id }),
      ]);
    expect((await places(hidden?.consumeRecordId ?? '')).map(withoutTimestamp)).toEqual((await places('999999999')).map(withoutTimestamp));
    expect(await testbed.server.call(viewers.limited(testbed.tenantStaff, []), consumeApi.list, {})).toMatchObject({
      status: 403,
      message: 'No access: consume:list',
    });
  });
});
