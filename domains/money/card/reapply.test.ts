import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi, cardOperateApi, reapplyCardEndpoint } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { addCard, broken, fresh, holdOn, rechargeCard, spend, startWorld, timeless } from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let world: MoneyTestbed;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.server.close());

const reapply = (viewer: Viewer, icCardId: string, { newIcCardNo = `NEW${fresh()}`, key = fresh() } = {}) =>
  world.server.call(viewer, reapplyCardEndpoint, { icCardId, newIcCardNo, csrReason: 'lost' }, { 'idempotency-key': key });
const balanceOf = async (icCardId: string) => (await world.server.ok(world.tenantStaff, cardApi.queryById, { id: icCardId })).cardBalance;
const accountOf = async (icCardId: string) =>
  (
    await world.server.database.asSuperuser<{ posted: bigint; closed: boolean }>(
      'SELECT posted, closed FROM ledger.balance JOIN ledger.account USING (account_id) WHERE code = $1',
      [`wallet:card:${icCardId}`],
    )
  )[0];

test('a new card takes over the balance to the cent; the old account is closed at zero, and both statements tell', async () => {
  const old = await addCard(world, world.tenantStaff, { cardPeople: 'Han Mei' });
  await rechargeCard(world, world.tenantStaff, { icCardId: old.icCardId, rrMoney: '88.88' });
  await spend(world, { icCardId: old.icCardId, icCardNo: old.icCardNo, billingCents: 8_01n });
  const { result } = await reapply(world.tenantStaff, old.icCardId, { newIcCardNo: 'NEWCARD1' });
  expect(result).toMatchObject({ icCardNo: 'NEWCARD1', cardPeople: 'Han Mei', cardBalance: '80.87', availableBal: '80.87', cardState: 1 });
  expect(await world.server.ok(world.tenantStaff, cardApi.queryById, { id: old.icCardId })).toMatchObject({
    cardState: -1,
    cardBalance: '0.00',
    newIcCardNo: 'NEWCARD1',
  });
  expect(await accountOf(old.icCardId)).toEqual({ posted: 0n, closed: true });
  const statement = async (icCardId: string) =>
    (await world.server.ok(world.tenantStaff, walletApi.statement, { mainPartType: 2, mainPartId: icCardId })).records[0];
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
  const [record] = (await world.server.ok(world.tenantStaff, cardOperateApi.list, { icCardId: result.icCardId })).records;
  const [journal] = await world.server.database.asSuperuser(
    "SELECT source_type, source_id FROM ledger.journal WHERE kind = 'move' ORDER BY journal_id DESC LIMIT 1",
  );
  expect(journal).toEqual({ source_type: 'card_operate', source_id: record?.icCardOperateId });
  expect(await broken(world)).toEqual([]);
});

test('what the old card owes goes along, and a recharge of the new one pays it', async () => {
  const old = await addCard(world, world.tenantStaff);
  await rechargeCard(world, world.tenantStaff, { icCardId: old.icCardId, rrMoney: '5' });
  await spend(world, { icCardId: old.icCardId, icCardNo: old.icCardNo, billingCents: 12_34n });
  const { result } = await reapply(world.tenantStaff, old.icCardId);
  const owedBy = async (icCardId: string) =>
    (await world.server.ok(world.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId })).owedBal;
  expect([await owedBy(old.icCardId), await owedBy(result.icCardId)]).toEqual(['0.00', '7.34']);
  expect(await rechargeCard(world, world.tenantStaff, { icCardId: result.icCardId, rrMoney: '10' })).toMatchObject({
    debtPaidMoney: '7.34',
    rrAfterMoney: '2.66',
  });
  expect(await broken(world)).toEqual([]);
});

test('a card without money is replaced too, and its account cannot be used again', async () => {
  const { icCardId } = await addCard(world, world.tenantStaff);
  const { result } = await reapply(world.tenantStaff, icCardId);
  expect(result).toMatchObject({ cardBalance: '0.00' });
  expect(await accountOf(icCardId)).toEqual({ posted: 0n, closed: true });
  expect(
    await world.server.call(world.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '1', payMethod: 0 }),
  ).toMatchObject({ success: false });
  expect(await broken(world)).toEqual([]);
});

test('a recharge of the old card is taken back from the new one, and a debt that it paid is owed by that again', async () => {
  const { icCardId, icCardNo } = await addCard(world, world.tenantStaff);
  await spend(world, { icCardId, icCardNo, billingCents: 4_00n });
  const { rechargRecordId } = await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '10' });
  const { result } = await reapply(world.tenantStaff, icCardId);
  const { result: last } = await reapply(world.tenantStaff, result.icCardId);
  expect(await balanceOf(last.icCardId)).toBe('6.00');
  const reversed = await world.server.ok(world.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x' });
  expect(reversed).toMatchObject({ rrMoney: '-10.00', rrBeforeMoney: '6.00', rrAfterMoney: '0.00', debtPaidMoney: '-4.00', mainPartId: icCardId });
  const owedBy = async (id: string) => (await world.server.ok(world.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: id })).owedBal;
  expect([await owedBy(icCardId), await owedBy(last.icCardId)]).toEqual(['0.00', '4.00']);
  expect(await broken(world)).toEqual([]);
});

test('what the new card has not is owed by it, where somebody may say so', async () => {
  const { icCardId } = await addCard(world, world.tenantStaff);
  const { rechargRecordId } = await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '10' });
  const { result } = await reapply(world.tenantStaff, icCardId);
  await spend(world, { icCardId: result.icCardId, icCardNo: result.icCardNo, billingCents: 7_00n });
  expect(await world.server.call(world.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x' })).toMatchObject({
    success: false,
    message: 'Only 3.00 CNY is left to take back 10.00 CNY',
  });
  await world.server.ok(world.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'x', toReceivable: 1 });
  expect(await world.server.ok(world.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: result.icCardId })).toMatchObject({
    balance: '0.00',
    owedBal: '7.00',
  });
  expect(await broken(world)).toEqual([]);
});

test('nothing moves while an order holds money, for a void card, for a number that is taken, without permission, or for a foreign card', async () => {
  const card = await addCard(world, world.tenantStaff);
  await rechargeCard(world, world.tenantStaff, { icCardId: card.icCardId, rrMoney: '10' });
  expect(await reapply(world.tenantStaff, card.icCardId, { newIcCardNo: (await addCard(world, world.tenantStaff)).icCardNo })).toMatchObject({
    success: false,
    message: 'Card number exists already',
  });
  await holdOn(world, { icCardId: card.icCardId, amountCents: 1_00n });
  expect(await reapply(world.tenantStaff, card.icCardId)).toMatchObject({
    success: false,
    message: `Card ${card.icCardNo} has a charging order that is not settled`,
  });
  expect(
    await world.server.call(world.tenantStaff, reapplyCardEndpoint, { icCardId: card.icCardId, newIcCardNo: 'x y', csrReason: '' }),
  ).toMatchObject({
    status: 400,
    result: { fields: { newIcCardNo: 'New card number needs at least 4 characters', csrReason: 'Reason is required' } },
  });
  expect(await balanceOf(card.icCardId)).toBe('10.00');
  const [foreign, absent] = [await reapply(world.foreignStaff, card.icCardId), await reapply(world.foreignStaff, '999999999')];
  expect(timeless(foreign)).toEqual(timeless(absent));
  expect(foreign.status).toBe(404);
  expect(await broken(world)).toEqual([]);
});

test('pressed twice it replaces once; two presses with different numbers leave one new card with all the money', async () => {
  const one = await addCard(world, world.tenantStaff);
  await rechargeCard(world, world.tenantStaff, { icCardId: one.icCardId, rrMoney: '10' });
  const same = await Promise.all([1, 2, 3].map(() => reapply(world.tenantStaff, one.icCardId, { newIcCardNo: 'PRESSED1', key: 'pressed' })));
  expect(new Set(same.map(({ result }) => result.icCardId)).size).toBe(1);
  const two = await addCard(world, world.tenantStaff);
  await rechargeCard(world, world.tenantStaff, { icCardId: two.icCardId, rrMoney: '10' });
  const both = await Promise.all([reapply(world.tenantStaff, two.icCardId), reapply(world.tenantStaff, two.icCardId)]);
  const [won] = both.filter(({ success }) => success);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect(await balanceOf(won?.result.icCardId ?? '')).toBe('10.00');
  expect(await broken(world)).toEqual([]);
});

test('recharges, bills and the replacement at the same moment lose no cent', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { icCardId, icCardNo } = await addCard(world, world.tenantStaff);
    await rechargeCard(world, world.tenantStaff, { icCardId, rrMoney: '100' });
    const add = { mainPartType: 2, mainPartId: icCardId, rrMoney: '3', payMethod: 0 };
    const [replaced, ...others] = await Promise.all([
      reapply(world.tenantStaff, icCardId),
      ...Array.from({ length: 4 }, () => world.server.call(world.tenantStaff, rechargeApi.add, add).then(({ success }) => (success ? 300 : 0))),
      spend(world, { icCardId, icCardNo, billingCents: 5_00n }).then(
        () => -500,
        () => 0,
      ),
    ]);
    const expected = 100_00 + (others as readonly number[]).reduce((sum, change) => sum + change, 0);
    const { owedBal } = await world.server.ok(world.tenantStaff, walletApi.balance, { mainPartType: 2, mainPartId: icCardId });
    const now = [icCardId, ...(replaced.success ? [replaced.result.icCardId] : [])];
    const left = (await Promise.all(now.map(balanceOf))).reduce((sum, text) => sum + Math.round(Number(text) * 100), 0);
    expect(left - Math.round(Number(owedBal) * 100)).toBe(expected);
  }
  expect(await broken(world)).toEqual([]);
});
