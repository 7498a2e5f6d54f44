import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { addCard, brokenInvariants, rechargeCard, settleOrderOnCard, startMoneyTestbed, withoutTimestamp } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi, writeOffApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const owing = async (billingCents: bigint, viewer: Viewer = testbed.tenantStaff) => {
  const card = await addCard(testbed, viewer, { cardPeople: 'Han Mei' });
  await settleOrderOnCard(testbed, { icCardId: card.icCardId, icCardNo: card.icCardNo, billingCents });
  return card;
};
const forgive = (icCardId: string, rrMoney: string, { viewer = testbed.tenantStaff, headers = {}, ...more }: WriteOffOptions = {}) =>
  testbed.server.call(viewer, writeOffApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney, reason: 'moved away', ...more }, headers);
interface WriteOffOptions {
  readonly viewer?: Viewer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly reason?: string;
}
const owedBy = async (icCardId: string) =>
  (await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId })).owedBal;

test('a debt is written off in part and in whole, with the reason, and then its card may go', async () => {
  const { icCardId, icCardNo } = await owing(30_00n);
  const first = await forgive(icCardId, '12.50');
  expect(first.result).toMatchObject({
    mainPartNo: icCardNo,
    mainPartName: 'Han Mei',
    rrMoney: '12.50',
    owedBeforeMoney: '30.00',
    owedAfterMoney: '17.50',
    currency: 'CNY',
    reason: 'moved away',
    createBy: testbed.tenantStaff.username,
  });
  expect(
    await testbed.server.database.asSuperuser(
      `SELECT kind, d.code AS debit, c.code AS credit, amount::int FROM ledger.journal JOIN ledger.posting USING (journal_id)
         JOIN ledger.account d ON d.account_id = debit_id JOIN ledger.account c ON c.account_id = credit_id WHERE journal_id = $1`,
      [first.result.journalId],
    ),
  ).toEqual([{ kind: 'writeoff', debit: 'writeoff', credit: `receivable:card:${icCardId}`, amount: 12_50 }]);
  const leave = () => testbed.server.call(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
  expect((await leave()).message).toBe(`Card ${icCardNo} still owes 17.50 CNY; recharge it or write the debt off first`);
  expect((await forgive(icCardId, '17.51')).message).toBe('Han Mei owes only 17.50 CNY; 17.51 CNY cannot be written off');
  expect((await forgive(icCardId, '17.50')).success).toBe(true);
  expect((await forgive(icCardId, '0.01')).message).toBe('Han Mei owes nothing');
  expect((await leave()).success).toBe(true);
  const { records } = await testbed.server.ok(testbed.tenantStaff, writeOffApi.list, {});
  expect(records.map(({ rrMoney, owedAfterMoney }) => [rrMoney, owedAfterMoney])).toEqual([
    ['17.50', '0.00'],
    ['12.50', '17.50'],
  ]);
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('a void card is forgiven what it came to owe afterwards', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
  const { rechargRecordId } = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '5' });
  await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 5_00n });
  await testbed.server.ok(testbed.tenantStaff, cardApi.changeState, { entityId: icCardId, setState: -1 });
  await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'bounced', toReceivable: 1 });
  expect(await owedBy(icCardId)).toBe('5.00');
  expect((await forgive(icCardId, '5')).success).toBe(true);
  expect(await owedBy(icCardId)).toBe('0.00');
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('forgiving and paying at once end one debt once, and a key is answered once', async () => {
  const { icCardId } = await owing(10_00n);
  const answers = await Promise.all([
    ...Array.from({ length: 4 }, () => forgive(icCardId, '10')),
    testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '10', payMethod: 0 }),
  ]);
  expect(answers.slice(0, 4).filter(({ success }) => success).length).toBeLessThanOrEqual(1);
  const { owedBal, balance } = await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });
  expect([owedBal, ['0.00', '10.00'].includes(balance)]).toEqual(['0.00', true]);
  const other = await owing(10_00n);
  const headers = { 'idempotency-key': randomUUID() };
  const twice = [await forgive(other.icCardId, '4', { headers }), await forgive(other.icCardId, '4', { headers })];
  expect(twice[0]?.result.writeOffId).toBe(twice[1]?.result.writeOffId);
  expect(await owedBy(other.icCardId)).toBe('6.00');
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('it takes a right, a reason and an amount, and a party in sight', async () => {
  const { icCardId } = await owing(3_00n, testbed.agentStaff);
  const without = viewers.limited(testbed.tenantStaff, ['recharge:add', 'writeOff:list']);
  expect(await forgive(icCardId, '1', { viewer: without })).toMatchObject({ status: 403, message: 'No access: writeOff:add' });
  for (const bad of [{ reason: '' }, { reason: '  ' }]) expect((await forgive(icCardId, '1', bad)).success).toBe(false);
  expect((await forgive(icCardId, '0')).message).toBe('The amount must be above zero');
  for (const viewer of [testbed.otherAgentStaff, testbed.stationStaff, testbed.foreignStaff])
    expect(withoutTimestamp(await forgive(icCardId, '1', { viewer }))).toEqual(withoutTimestamp(await forgive('99999999', '1', { viewer })));
  expect((await forgive(icCardId, '1', { viewer: testbed.agentStaff })).success).toBe(true);
  expect((await testbed.server.ok(testbed.otherAgentStaff, writeOffApi.list, {})).total).toBe(0);
  expect((await testbed.server.ok(testbed.agentStaff, writeOffApi.list, {})).total).toBe(1);
});
