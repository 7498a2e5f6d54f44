import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import {
  addCar,
  addCard,
  addCompany,
  addPerson,
  holdOnCard,
  rechargeCard,
  settleOrderOnCard,
  startMoneyTestbed,
  withoutTimestamp,
} from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const cardKey = (icCardId: string) => ({ mainPartType: 2, mainPartId: icCardId });

describe('a balance', () => {
  test('is nothing before the first booking, then what was booked, held and owed', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Han Mei' });
    const balance = () => testbed.server.ok(testbed.tenantStaff, walletApi.balance, cardKey(icCardId));
    expect(await balance()).toMatchObject({
      mainPartNo: icCardNo,
      mainPartName: 'Han Mei',
      currency: 'CNY',
      balance: '0.00',
      heldBal: '0.00',
      availableBal: '0.00',
      owedBal: '0.00',
      holds: [],
    });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '100' });
    await holdOnCard(testbed, { icCardId, amountCents: 30_00n });
    await holdOnCard(testbed, { icCardId, amountCents: 5_00n });
    expect(await balance()).toMatchObject({
      balance: '100.00',
      heldBal: '35.00',
      availableBal: '65.00',
      owedBal: '0.00',
      holds: [{ heldMoney: '30.00', chargingOrderId: expect.stringMatching(/^\d+$/) }, { heldMoney: '5.00' }],
    });
    await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 80_00n });
    expect(await balance()).toMatchObject({ balance: '35.00', heldBal: '35.00', availableBal: '0.00', owedBal: '15.00' });
    const { records } = await testbed.server.ok(testbed.tenantStaff, walletApi.statement, cardKey(icCardId));
    expect(records[0]).toMatchObject({ rrMoney: '-65.00', receivableMoney: '15.00', rrAfterMoney: '35.00' });
  });

  test('says when another wallet is drawn on instead', async () => {
    const company = await addCompany(testbed, testbed.tenantStaff, { custName: 'Pool Co', useFundsPool: 1 });
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { custId: company.custId });
    expect(await testbed.server.ok(testbed.tenantStaff, walletApi.balance, cardKey(icCardId))).toMatchObject({
      poolCustId: company.custId,
      poolCustName: 'Pool Co',
    });
  });

  test.each([{ mainPartType: 2 }, { mainPartType: 2, mainPartId: 'x' }, { mainPartType: 7, mainPartId: '1' }, {}])('%o is refused', async (bad) => {
    expect((await testbed.server.call(testbed.tenantStaff, walletApi.balance, bad)).status).toBe(400);
  });
});

describe('a statement', () => {
  test('explains every cent: each row begins where the one before it ended, down to zero, and its parts add up to it', async () => {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '20' });
    await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 7_77n, orderCents: 8_00n });
    const wrong = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '5' });
    const reversal = await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId: wrong.rechargRecordId, reason: 'x' });
    for (let times = 0; times < 9; times += 1) await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 1_01n });
    const pages = [];
    for (const pageNo of [1, 2, 3, 4])
      pages.push(await testbed.server.ok(testbed.tenantStaff, walletApi.statement, { ...cardKey(icCardId), pageNo, pageSize: 5 }));
    expect(pages.map(({ records, total, pages: count }) => [records.length, total, count])).toEqual([
      [5, 13, 3],
      [5, 13, 3],
      [3, 13, 3],
      [0, 13, 3],
    ]);
    const rows = pages.flatMap(({ records }) => records);
    const statementPage = (pageNo: number, ...queried: readonly object[]) =>
      testbed.server.ok(testbed.tenantStaff, walletApi.statement, {
        ...cardKey(icCardId),
        pageNo,
        pageSize: 5,
        superQueryParams: JSON.stringify(queried),
      });
    const charged = [1, 2, 3].map((pageNo) =>
      statementPage(pageNo, { field: 'journalKind', rule: 'eq', val: 'settle' }, { field: 'rrMoney', rule: 'lt', val: '-1' }),
    );
    expect((await Promise.all(charged)).map(({ records, total, pages: count }) => [records.length, total, count])).toEqual([
      [5, 10, 2],
      [5, 10, 2],
      [0, 10, 2],
    ]);
    expect((await statementPage(1, { field: 'rrAfterMoney', rule: 'eq', val: '20' })).records).toEqual(
      rows.filter(({ rrAfterMoney }) => rrAfterMoney === '20.00'),
    );
    expect((await statementPage(1, { field: 'cpCode', rule: 'like', val: 'nowhere' })).total).toBe(0);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 13 }, (_unused, index) => String(13 - index)));
    const cents = (text: string) => Math.round(Number(text) * 100);
    for (const [index, row] of rows.entries()) {
      expect(cents(row.rrAfterMoney) - cents(row.rrBeforeMoney)).toBe(cents(row.rrMoney));
      expect(row.rrBeforeMoney).toBe(rows[index + 1]?.rrAfterMoney ?? '0.00');
      expect(row.parts.reduce((sum, part) => sum + cents(part.rrMoney), 0)).toBe(cents(row.rrMoney));
    }
    expect(rows[0]?.rrAfterMoney).toBe((await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance);
    expect(rows.at(-1)).toMatchObject({
      journalKind: 'recharge',
      journalKind_dictText: 'Recharge',
      rechargRecordId: first.rechargRecordId,
      actor: `user:${testbed.tenantStaff.username}`,
      parts: [{ rrMoney: '20.00', counterGroup: 'cash' }],
    });
    expect(rows.at(-2)).toMatchObject({
      journalKind_dictText: 'Charging',
      rrMoney: '-7.77',
      chargingOrderNo: expect.stringMatching(/^ORDER/),
      cpCode: 'PILE0001',
      chargingElec: '12.3000',
      parts: [{ rrMoney: '-7.77', rateType: 1, rateStage: 2, counterGroup: 'fee', counterParty: null }],
    });
    expect(rows.at(-4)).toMatchObject({ journalKind_dictText: 'Reversal', rrMoney: '-5.00', rechargRecordId: reversal.rechargRecordId });
  });

  test('of a wallet that was never used is empty', async () => {
    const { icCardId } = await addCard(testbed, testbed.tenantStaff);
    expect(await testbed.server.ok(testbed.tenantStaff, walletApi.statement, cardKey(icCardId))).toMatchObject({ records: [], total: 0 });
    for (const bad of [{ pageNo: 0 }, { pageSize: 0 }, { pageSize: -1 }])
      expect((await testbed.server.call(testbed.tenantStaff, walletApi.statement, { ...cardKey(icCardId), ...bad })).status).toBe(400);
  });

  test('shows an agent the bookings of its customer elsewhere, without telling where', async () => {
    const own = await addCompany(testbed, testbed.agentStaff);
    const card = await addCard(testbed, testbed.agentStaff, { custId: own.custId });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '10' });
    await settleOrderOnCard(testbed, {
      icCardId: card.icCardId,
      icCardNo: card.icCardNo,
      billingCents: 1_00n,
      stationId: testbed.otherStationId,
      agentId: testbed.otherAgentId,
    });
    const { records } = await testbed.server.ok(testbed.agentStaff, walletApi.statement, cardKey(card.icCardId));
    expect(records[0]).toMatchObject({
      receivableMoney: '0.00',
      rrMoney: '-1.00',
      rrAfterMoney: '9.00',
      consumeRecordId: null,
      chargingOrderNo: null,
      cpCode: null,
    });
    expect(JSON.stringify(records)).not.toContain(`fee:`);
  });
});

describe('parties to choose from', () => {
  const found = async (viewer: Viewer, query: Readonly<Record<string, unknown>>) =>
    (await testbed.server.ok(viewer, walletApi.parties, query)).map((row) => row.mainPartNo);

  test('are found by number or name, of the asked kind, and not when void', async () => {
    const person = await addPerson(testbed, testbed.agentStaff, { custName: 'Finder Wang', custPhone: '13912345678' });
    const company = await addCompany(testbed, testbed.agentStaff, { custName: 'Finder Co' });
    const card = await addCard(testbed, testbed.agentStaff, { icCardNo: 'FIND01', cardPeople: 'Finder Zhao', custId: company.custId });
    const voidCard = await addCard(testbed, testbed.agentStaff, { icCardNo: 'FIND02', custId: company.custId });
    await testbed.server.ok(testbed.agentStaff, cardApi.changeState, { entityId: voidCard.icCardId, setState: -1 });
    const car = await addCar(testbed, testbed.agentStaff, { carNum: 'FIND88', custId: company.custId });
    expect(await found(testbed.agentStaff, { mainPartType: 1, keyword: 'Finder' })).toEqual(['139****5678']);
    expect(await found(testbed.agentStaff, { mainPartType: 1, keyword: '12345' })).toEqual(['139****5678']);
    // A viewer without the permission can find a number only by the whole of it.
    const few = viewers.limited(testbed.agentStaff, ['wallet:list', 'customer:list']);
    expect(await found(few, { mainPartType: 1, keyword: '12345' })).toEqual([]);
    expect(await found(few, { mainPartType: 1, keyword: '13912345678' })).toEqual(['139****5678']);
    expect(await found(testbed.agentStaff, { mainPartType: 3, keyword: 'finder' })).toEqual(['Finder Co']);
    expect(await found(testbed.agentStaff, { mainPartType: 2, keyword: 'FIND' })).toEqual(['FIND01']);
    expect(await found(testbed.agentStaff, { mainPartType: 2, keyword: 'zhao' })).toEqual([card.icCardNo]);
    expect(await found(testbed.agentStaff, { mainPartType: 4, keyword: 'FIND88' })).toEqual([car.carVin]);
    expect(await found(testbed.agentStaff, { mainPartType: 2, keyword: '%' })).toEqual([]);
    expect(await found(testbed.agentStaff, { mainPartType: 2, keyword: "' or 1=1 --" })).toEqual([]);
    expect(await found(testbed.platform, { mainPartType: 1, keyword: 'Finder', tenantId: testbed.foreignTenantId })).toEqual([]);
    expect(await found(testbed.tenantStaff, { mainPartType: 1, keyword: 'Finder' })).toEqual([person.custPhone]);
    for (const viewer of [testbed.otherAgentStaff, testbed.stationStaff, testbed.foreignStaff])
      expect(await found(viewer, { mainPartType: 1, keyword: 'Finder' })).toEqual([]);
    expect(await found(viewers.customer(testbed.tenantId, company.custId), { mainPartType: 2 })).toEqual(['FIND01']);
  });

  test('of another tenant cannot be asked about by a tenant', async () => {
    const [asked, absent] = await Promise.all(
      [testbed.foreignTenantId, '999999'].map((tenantId) =>
        testbed.server.call(testbed.tenantStaff, walletApi.parties, { mainPartType: 1, tenantId }),
      ),
    );
    expect(withoutTimestamp(asked!)).toEqual(withoutTimestamp(absent!));
    expect(asked?.result).toEqual([]);
  });
});
