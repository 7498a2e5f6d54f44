import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi, cardOperateApi, reapplyCardEndpoint } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import {
  addCard,
  brokenInvariants,
  nextNumber,
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

const reapply = (viewer: Viewer, icCardId: string, { newIcCardNo = `NEW${nextNumber()}`, key = nextNumber() } = {}) =>
  testbed.server.call(viewer, reapplyCardEndpoint, { icCardId, newIcCardNo, csrReason: 'lost' }, { 'idempotency-key': key });
const balanceOf = async (icCardId: string) => (await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;
const accountOf = async (icCardId: string) =>
  (
    await testbed.server.database.asSuperuser<{ posted: bigint; closed: boolean }>(
      'SELECT posted, closed FROM ledger.balance JOIN ledger.account USING (account_id) WHERE code = $1',
      [`wallet:card:${icCardId}`],
    )
  )[0];

test('a new card takes over the balance to the cent; the old account is closed at zero, and both statements tell', async () => {
  const old = await addCard(testbed, testbed.tenantStaff, { cardPeople: 'Han Mei' });
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: old.icCardId, rrMoney: '88.88' });
  await settleOrderOnCard(testbed, { icCardId: old.icCardId, icCardNo: old.icCardNo, billingCents: 8_01n });
  const { result } = await reapply(testbed.tenantStaff, old.icCardId, { newIcCardNo: 'NEWCARD1' });
  expect(result).toMatchObject({ icCardNo: 'NEWCARD1', cardPeople: 'Han Mei', cardBalance: '80.87', availableBal: '80.87', cardState: 1 });
  expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: old.icCardId })).toMatchObject({
    cardState: -1,
    cardBalance: '0.00',
    newIcCardNo: 'NEWCARD1',
  });
  expect(await accountOf(old.icCardId)).toEqual({ posted: 0n, closed: true });
  const statement = async (icCardId: string) =>
    (await testbed.server.ok(testbed.tenantStaff, walletApi.statement, { mainPartType: 2, mainPartId: icCardId })).records[0];
  expect(await statement(old.icCardId)).toMatchObject({
    journalKind: 'move',
    rrMoney: '-80.87',
    rrAfterMoney: '0.00',
    parts: [{ counterGroup: 'wallet', counterParty: `card:${result.icCardId}` }],
  });
  expect(await statement(result.icCardId)).toMatchObject({
    journalKind: 'move',
    rrMoney: '80.87',
    rrBeforeMoney: '0.00',
    parts: [{ counterParty: `card:${old.icCardId}` }],
  });
  const [record] = (await testbed.server.ok(testbed.tenantStaff, cardOperateApi.list, { icCardId: result.icCardId })).records;
  const [journal] = await testbed.server.database.asSuperuser(
    "SELECT source_type, source_id FROM ledger.journal WHERE kind = 'move' ORDER BY journal_id DESC LIMIT 1",
  );
  expect(journal).toEqual({ source_type: 'card_operate', source_id: record?.icCardOperateId });
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('what the old card owes goes along, and a recharge of the new one pays it', async () => {
  const old = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: old.icCardId, rrMoney: '5' });
  await settleOrderOnCard(testbed, { icCardId: old.icCardId, icCardNo: old.icCardNo, billingCents: 12_34n });
  const { result } = await reapply(testbed.tenantStaff, old.icCardId);
  const owedBy = async (icCardId: string) =>
    (await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId })).owedBal;
  expect([await owedBy(old.icCardId), await owedBy(result.icCardId)]).toEqual(['0.00', '7.34']);
  expect(await rechargeCard(testbed, testbed.tenantStaff, { icCardId: result.icCardId, rrMoney: '10' })).toMatchObject({
    debtPaidMoney: '7.34',
    rrAfterMoney: '2.66',
  });
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('a card without money is replaced too, and its account cannot be used again', async () => {
  const { icCardId } = await addCard(testbed, testbed.tenantStaff);
  const { result } = await reapply(testbed.tenantStaff, icCardId);
  expect(result).toMatchObject({ cardBalance: '0.00' });
  expect(await accountOf(icCardId)).toEqual({ posted: 0n, closed: true });
  expect(
    await testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '1', payMethod: 0 }),
  ).toMatchObject({ success: false });
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('a recharge of the old card is taken back from the new one, and a debt that it paid is owed by that again', async () => {
  const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
  await settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 4_00n });
  const { rechargRecordId } = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '10' });
  const { result } = await reapply(testbed.tenantStaff, icCardId);
  const { result: last } = await reapply(testbed.tenantStaff, result.icCardId);
  expect(await balanceOf(last.icCardId)).toBe('6.00');
  const reversed = await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x' });
  expect(reversed).toMatchObject({ rrMoney: '-10.00', rrBeforeMoney: '6.00', rrAfterMoney: '0.00', debtPaidMoney: '-4.00', mainPartId: icCardId });
  const owedBy = async (id: string) => (await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: id })).owedBal;
  expect([await owedBy(icCardId), await owedBy(last.icCardId)]).toEqual(['0.00', '4.00']);
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('what the new card has not is owed by it, where somebody may say so', async () => {
  const { icCardId } = await addCard(testbed, testbed.tenantStaff);
  const { rechargRecordId } = await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '10' });
  const { result } = await reapply(testbed.tenantStaff, icCardId);
  await settleOrderOnCard(testbed, { icCardId: result.icCardId, icCardNo: result.icCardNo, billingCents: 7_00n });
  expect(await testbed.server.call(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x' })).toMatchObject({
    success: false,
    message: 'Only 3.00 CNY is left to take back 10.00 CNY',
  });
  await testbed.server.ok(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x', toReceivable: 1 });
  expect(await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: result.icCardId })).toMatchObject({
    balance: '0.00',
    owedBal: '7.00',
  });
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('nothing moves while an order holds money, for a void card, for a number that is taken, without permission, or for a foreign card', async () => {
  const card = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '10' });
  expect(await reapply(testbed.tenantStaff, card.icCardId, { newIcCardNo: (await addCard(testbed, testbed.tenantStaff)).icCardNo })).toMatchObject({
    success: false,
    message: 'Card number exists already',
  });
  await holdOnCard(testbed, { icCardId: card.icCardId, amountCents: 1_00n });
  expect(await reapply(testbed.tenantStaff, card.icCardId)).toMatchObject({
    success: false,
    message: `Card ${card.icCardNo} has a charging order that is not settled`,
  });
  expect(
    await testbed.server.call(testbed.tenantStaff, reapplyCardEndpoint, { icCardId: card.icCardId, newIcCardNo: 'x y', csrReason: '' }),
  ).toMatchObject({
    status: 400,
    result: { fields: { newIcCardNo: 'New card number needs at least 4 characters', csrReason: 'Reason is required' } },
  });
  expect(await balanceOf(card.icCardId)).toBe('10.00');
  const [foreign, absent] = [await reapply(testbed.foreignStaff, card.icCardId), await reapply(testbed.foreignStaff, '999999999')];
  expect(withoutTimestamp(foreign)).toEqual(withoutTimestamp(absent));
  expect(foreign.status).toBe(404);
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('pressed twice it replaces once; two presses with different numbers leave one new card with all the money', async () => {
  const one = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: one.icCardId, rrMoney: '10' });
  const same = await Promise.all([1, 2, 3].map(() => reapply(testbed.tenantStaff, one.icCardId, { newIcCardNo: 'PRESSED1', key: 'pressed' })));
  expect(new Set(same.map(({ result }) => result.icCardId)).size).toBe(1);
  const two = await addCard(testbed, testbed.tenantStaff);
  await rechargeCard(testbed, testbed.tenantStaff, { icCardId: two.icCardId, rrMoney: '10' });
  const both = await Promise.all([reapply(testbed.tenantStaff, two.icCardId), reapply(testbed.tenantStaff, two.icCardId)]);
  const [won] = both.filter(({ success }) => success);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(await balanceOf(won?.result.icCardId ?? '')).toBe('10.00');
  expect(await brokenInvariants(testbed)).toEqual([]);
});

test('recharges, bills and the replacement at the same moment lose no cent', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff);
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '100' });
    const add = { mainPartType: 2, mainPartId: icCardId, rrMoney: '3', payMethod: 0 };
    const [replaced, ...others] = await Promise.all([
      reapply(testbed.tenantStaff, icCardId),
      ...Array.from({ length: 4 }, () => testbed.server.call(testbed.tenantStaff, rechargeApi.add, add).then(({ success }) => (success ? 300 : 0))),
      settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 5_00n }).then(
        () => -500,
        () => 0,
      ),
    ]);
    const expected = 100_00 + (others as readonly number[]).reduce((sum, change) => sum + change, 0);
    const { owedBal } = await testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });
    const now = [icCardId, ...(replaced.success ? [replaced.result.icCardId] : [])];
    const left = (await Promise.all(now.map(balanceOf))).reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
    expect(left - Math.round(Number(owedBal) * 100)).toBe(expected);
  }
  expect(await brokenInvariants(testbed)).toEqual([]);
});
