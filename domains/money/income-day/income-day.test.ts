import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { planOf } from '#kit/test/report-plan.ts';
import { viewers } from '#kit/test/server.ts';
import { accounts } from '../ledger/ledger.ts';
import { openAccounts, post } from '../ledger/ledger.server.ts';
import { addCard, nextNumber, rechargeCard, settleOrderOnCard, startMoneyTestbed } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { incomeDay, incomeDayApi } from './income-day.ts';
import { incomeDayRows } from './income-day.server.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
  const card = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '20' });
  const of = { icCardId: card.icCardId, icCardNo: card.icCardNo };
  // The wallet pays 15.00 of 17.00, and then its remaining 5.00 of the next 8.00.
  await settleOrderOnCard(testbed, { ...of, billingCents: 15_00n, orderCents: 17_00n });
  await settleOrderOnCard(testbed, { ...of, billingCents: 8_00n });
  await settleOrderOnCard(testbed, { ...of, billingCents: 1_00n, stationId: testbed.otherStationId, agentId: testbed.otherAgentId });
  await inSystem(testbed.server.database, async (tx) => {
    const books = { tenantId: BigInt(testbed.tenantId), currency: 'CNY', actor: 'worker:refund' };
    const specs = [accounts.wallet(`card:${card.icCardId}`), accounts.fees(BigInt(testbed.stationId)), accounts.occupancy(BigInt(testbed.stationId))];
    const [wallet = 0n, fees = 0n, occupancy = 0n] = await openAccounts(tx, books, specs);
    await post(tx, books, {
      kind: 'refund_bal',
      source: { type: 'refund', id: nextNumber() },
      lines: [{ debit: fees, credit: wallet, amountCents: 4_00n, feeType: 2, stage: 0 }],
    });
    await post(tx, books, {
      kind: 'reserve_fee',
      source: { type: 'test', id: nextNumber() },
      lines: [{ debit: wallet, credit: occupancy, amountCents: 50n }],
    });
  });
});
afterAll(() => testbed.server.close());

const income = async (viewer: Viewer) => (await testbed.server.ok(viewer, incomeDayApi.getData, { column: 'incomeAmount', order: 'desc' })).records;

test('the income of a station is what its accounts in the books have gained', async () => {
  const records = await income(testbed.tenantStaff);
  expect(records).toMatchObject([
    {
      stationId_dictText: 'North Gate',
      agentId_dictText: 'Agent One',
      currency: 'CNY',
      bookingCount: 4,
      elecAmount: '25.00',
      srvAmount: '-4.00',
      otherAmount: '0.50',
      offerAmount: '2.00',
      incomeAmount: '19.50',
      owedAmount: '3.00',
      refundAmount: '4.00',
    },
    { stationId_dictText: 'South Gate', incomeAmount: '1.00', owedAmount: '1.00' },
  ]);
  const [books] = await testbed.server.database.asSuperuser<{ net: bigint }>(
    `select sum(case when a.account_id = p.credit_id then p.amount else -p.amount end)::int8 as net
     from ledger.posting p join ledger.account a on a.account_id in (p.credit_id, p.debit_id) and a.class = 'R' where a.tenant_id = $1`,
    [testbed.tenantId],
  );
  const cents = (text: string) => Math.round(Number(text) * 100);
  expect(records.reduce((sum, { offerAmount, incomeAmount }) => sum + cents(offerAmount) + cents(incomeAmount), 0)).toBe(Number(books?.net));
});

test('it is that of the stations somebody sees', async () => {
  const names = async (viewer: Viewer) => (await income(viewer)).map((row) => row.stationId_dictText);
  expect(await names(testbed.agentStaff)).toEqual(['North Gate']);
  expect(await names(testbed.otherAgentStaff)).toEqual(['South Gate']);
  expect(await names(testbed.stationStaff)).toEqual(['North Gate']);
  expect(await names(testbed.foreignStaff)).toEqual([]);
  expect(await names(viewers.customer(testbed.tenantId, '1'))).toEqual([]);
});

test('a few days are read through the index of journals by their time', async () => {
  await testbed.server.database.asSuperuser(
    `insert into ledger.journal (tenant_id, currency, kind, source_type, source_id, fingerprint, effective_at, posted_at, actor)
     select $1, 'CNY', 'move', 'test', 'bulk' || n, '', t, t, 'test' from generate_series(1, 6000) n, lateral (select timestamptz '2023-01-01' + n * interval '10 minutes' as t) at`,
    [testbed.tenantId],
  );
  await testbed.server.database.asSuperuser('vacuum analyze ledger.journal');
  const plan = await planOf(testbed.server, testbed.tenantStaff, { report: incomeDay, rows: incomeDayRows, filters: {} });
  expect(plan).toContain('journal_effective');
  expect(plan).toMatch(/Index Cond: .*effective_at >=/);
  expect(plan).not.toMatch(/Seq Scan on journal/);
});
