import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carApi, cardApi, customerApi } from '#domains/customer/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import {
  addCar,
  addCard,
  addCompany,
  addPerson,
  brokenInvariants,
  nextNumber,
  holdOnCard,
  rechargeCard,
  settleOrderOnCard,
  startMoneyTestbed,
} from '../money.fixture.ts';
import type { MoneyTestbed } from '../money.fixture.ts';
import { rechargeApi, walletApi } from '../resources.ts';

let testbed: MoneyTestbed;
beforeAll(async () => {
  testbed = await startMoneyTestbed();
});
afterAll(() => testbed.server.close());

const walletOf = (mainPartType: number, mainPartId: string) =>
  testbed.server.ok(testbed.tenantStaff, walletApi.balance, { mainPartType, mainPartId });
const latest = async (mainPartType: number, mainPartId: string, viewer = testbed.tenantStaff) =>
  (await testbed.server.ok(viewer, walletApi.statement, { mainPartType, mainPartId })).records[0];
const recharge = (mainPartType: number, mainPartId: string, rrMoney: string) =>
  testbed.server.ok(testbed.tenantStaff, rechargeApi.add, { mainPartType, mainPartId, rrMoney, payMethod: 0 });
const switchPool = (custId: string, useFundsPool: number, viewer: Viewer = testbed.tenantStaff) =>
  testbed.server.call(viewer, customerApi.edit, { custId, useFundsPool });
const moves = async () => (await testbed.server.database.asSuperuser("SELECT 1 FROM ledger.journal WHERE kind = 'move'")).length;

describe('a customer who begins to use the pool', () => {
  test('gets what lies with his cards and cars, and owes what they owe; both statements tell', async () => {
    const { custId } = await addCompany(testbed, testbed.tenantStaff, { custName: 'Moving Co' });
    const card = await addCard(testbed, testbed.tenantStaff, { custId });
    const empty = await addCard(testbed, testbed.tenantStaff, { custId });
    const car = await addCar(testbed, testbed.tenantStaff, { custId });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '50.05' });
    await recharge(4, car.carId, '7');
    await settleOrderOnCard(testbed, { icCardId: empty.icCardId, icCardNo: empty.icCardNo, billingCents: 3_00n });
    const before = await moves();
    const { result } = await switchPool(custId, 1);
    expect(result).toMatchObject({ useFundsPool: 1, custBalance: '57.05', availableBal: '57.05' });
    expect(await moves()).toBe(before + 3);
    expect(await walletOf(3, custId)).toMatchObject({ balance: '57.05', owedBal: '3.00' });
    expect(await walletOf(2, card.icCardId)).toMatchObject({ balance: '0.00', owedBal: '0.00', poolAvailableBal: '57.05' });
    expect(await walletOf(2, empty.icCardId)).toMatchObject({ owedBal: '0.00' });
    expect(await latest(2, card.icCardId)).toMatchObject({
      journalKind: 'move',
      rrMoney: '-50.05',
      parts: [{ counterGroup: 'wallet', counterPartType: 3, counterPartId: custId, counterPartName: 'Moving Co' }],
    });
    expect(await latest(3, custId)).toMatchObject({ rrMoney: '7.00', parts: [{ counterPartType: 4, counterPartName: car.carVin }] });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('keeps the money when he switches it off, and a second switch moves what came since', async () => {
    const { custId } = await addPerson(testbed, testbed.tenantStaff);
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { custId });
    const car = await addCar(testbed, testbed.tenantStaff, { phoneUserId: custId });
    for (const [round, rrMoney] of ['10', '10', '2.5'].entries()) {
      await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney });
      await recharge(4, car.carId, '1');
      await switchPool(custId, 1);
      expect((await switchPool(custId, 1)).success).toBe(true);
      expect((await switchPool(custId, 0)).success).toBe(true);
      expect((await walletOf(1, custId)).balance).toBe(['11.00', '22.00', '25.50'][round]);
      expect((await walletOf(2, icCardId)).balance).toBe('0.00');
    }
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is refused while orders hold money of cards, by their names; nothing moves then', async () => {
    const { custId } = await addCompany(testbed, testbed.tenantStaff);
    const [free, card] = [await addCard(testbed, testbed.tenantStaff, { custId }), await addCard(testbed, testbed.tenantStaff, { custId })];
    for (const { icCardId } of [free, card]) await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '20' });
    await holdOnCard(testbed, { icCardId: card.icCardId, amountCents: 5_00n });
    expect(await switchPool(custId, 1)).toMatchObject({
      success: false,
      message: `A running order or reservation holds money of card ${card.icCardNo}; it can join the funds pool once that has ended`,
    });
    expect((await switchPool(custId, 1, { ...testbed.tenantStaff, language: 'zh_CN' })).message).toContain(`卡“${card.icCardNo}”有资金被`);
    for (let times = 0; times < 5; times += 1) {
      const { icCardId } = await addCard(testbed, testbed.tenantStaff, { custId });
      await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '1' });
      await holdOnCard(testbed, { icCardId, amountCents: 1_00n });
    }
    expect((await switchPool(custId, 1, { ...testbed.tenantStaff, language: 'zh_TW' })).message).toContain('等共6個有資金被');
    expect(await testbed.server.ok(testbed.tenantStaff, customerApi.queryById, { id: custId })).toMatchObject({
      useFundsPool: 0,
      custBalance: '0.00',
    });
    expect((await walletOf(2, free.icCardId)).balance).toBe('20.00');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('against recharges at the same time strands nothing', async () => {
    const { custId } = await addCompany(testbed, testbed.tenantStaff);
    const cards = await Promise.all(Array.from({ length: 4 }, () => addCard(testbed, testbed.tenantStaff, { custId })));
    const adding = (icCardId: string) =>
      testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '1', payMethod: 0 });
    const [switched, ...added] = await Promise.all([
      switchPool(custId, 1),
      ...[...cards, ...cards, ...cards].map(({ icCardId }) => adding(icCardId)),
    ]);
    expect(switched?.success).toBe(true);
    const refused = added.filter(({ success }) => !success);
    expect(refused.filter(({ message }) => !message.includes('draws on the funds pool'))).toEqual([]);
    const addedCount = added.length - refused.length;
    expect((await walletOf(3, custId)).balance).toBe(`${addedCount}.00`);
    for (const { icCardId } of cards) expect((await walletOf(2, icCardId)).balance).toBe('0.00');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('and an agent in the same edit brings both about', async () => {
    const { custId } = await addCompany(testbed, testbed.tenantStaff);
    const { icCardId } = await addCard(testbed, testbed.tenantStaff, { custId });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '8' });
    await testbed.server.ok(testbed.tenantStaff, customerApi.edit, { custId, useFundsPool: 1, agentId: testbed.agentId });
    expect((await walletOf(3, custId)).balance).toBe('8.00');
    expect((await latest(3, custId, testbed.agentStaff))?.parts[0]).toMatchObject({ counterPartId: icCardId });
  });
});

describe('a card or car that is given to a customer with a pool', () => {
  test('brings what it has and owes; one that is taken away again leaves it there', async () => {
    const pooled = await addCompany(testbed, testbed.tenantStaff, { useFundsPool: 1 });
    const other = await addCompany(testbed, testbed.tenantStaff);
    const card = await addCard(testbed, testbed.tenantStaff, { custId: other.custId });
    const car = await addCar(testbed, testbed.tenantStaff);
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '12' });
    await recharge(4, car.carId, '30');
    const edited = await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId: card.icCardId, custId: pooled.custId });
    expect(edited).toMatchObject({ custId: pooled.custId, cardBalance: '0.00' });
    expect(await testbed.server.ok(testbed.tenantStaff, carApi.edit, { carId: car.carId, custId: pooled.custId })).toMatchObject({
      carBalance: '0.00',
    });
    expect((await walletOf(3, pooled.custId)).balance).toBe('42.00');
    const before = await moves();
    await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId: card.icCardId, custId: pooled.custId, cardPeople: 'Same owner' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId: card.icCardId, custId: null });
    expect((await walletOf(3, pooled.custId)).balance).toBe('42.00');
    expect(await moves()).toBe(before);
    // Added with a pooled customer: its unused wallet is empty, and it cannot be recharged.
    const fresher = await addCard(testbed, testbed.tenantStaff, { custId: pooled.custId });
    const refused = await testbed.server.call(testbed.tenantStaff, rechargeApi.add, {
      mainPartType: 2,
      mainPartId: fresher.icCardId,
      rrMoney: '1',
      payMethod: 0,
    });
    expect(refused.message).toContain('draws on the funds pool');
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is refused while an order holds money of it, and stays where it was', async () => {
    const pooled = await addCompany(testbed, testbed.tenantStaff, { useFundsPool: 1 });
    const card = await addCard(testbed, testbed.tenantStaff);
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney: '12' });
    await holdOnCard(testbed, { icCardId: card.icCardId, amountCents: 1n });
    const refused = await testbed.server.call(testbed.tenantStaff, cardApi.edit, { icCardId: card.icCardId, custId: pooled.custId });
    expect(refused).toMatchObject({ success: false, message: expect.stringContaining(`card ${card.icCardNo}`) });
    expect(await testbed.server.ok(testbed.tenantStaff, cardApi.queryById, { id: card.icCardId })).toMatchObject({
      custId: null,
      cardBalance: '12.00',
    });
  });

  test('and a switch at the same time strand nothing', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { custId } = await addCompany(testbed, testbed.tenantStaff);
      const cards = await Promise.all(Array.from({ length: 3 }, () => addCard(testbed, testbed.tenantStaff)));
      for (const { icCardId } of cards) await rechargeCard(testbed, testbed.tenantStaff, { icCardId, rrMoney: '1' });
      const give = (icCardId: string) => testbed.server.call(testbed.tenantStaff, cardApi.edit, { icCardId, custId });
      const done = await Promise.all([...cards.map(({ icCardId }) => give(icCardId)), switchPool(custId, 1)]);
      expect(done.map(({ success }) => success)).toEqual([true, true, true, true]);
      expect((await walletOf(3, custId)).balance).toBe('3.00');
    }
    expect(await brokenInvariants(testbed)).toEqual([]);
  });
});

describe('a recharge made before the pool', () => {
  const pooledAfter = async (rrMoney: string) => {
    const { custId } = await addCompany(testbed, testbed.tenantStaff);
    const card = await addCard(testbed, testbed.tenantStaff, { custId });
    const first = await rechargeCard(testbed, testbed.tenantStaff, { icCardId: card.icCardId, rrMoney });
    await switchPool(custId, 1);
    return { custId, card, first };
  };
  const reverse = (rechargRecordId: string, more = {}) =>
    testbed.server.call(testbed.tenantStaff, rechargeApi.reverse, { rechargRecordId, reason: 'typed wrong', ...more });

  test('is reversed out of the pool', async () => {
    const { custId, card, first } = await pooledAfter('40');
    await recharge(3, custId, '5');
    expect((await reverse(first.rechargRecordId)).result).toMatchObject({ rrMoney: '-40.00', rrBeforeMoney: '40.00', rrAfterMoney: '0.00' });
    expect(await walletOf(3, custId)).toMatchObject({ balance: '5.00', owedBal: '0.00' });
    expect(await walletOf(2, card.icCardId)).toMatchObject({ balance: '0.00', owedBal: '0.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  test('is refused when the pool has spent it, or owed by the customer if somebody may say so', async () => {
    const { custId, card, first } = await pooledAfter('40');
    const later = await recharge(3, custId, '1');
    await reverse(later.rechargRecordId);
    const second = await addCard(testbed, testbed.tenantStaff, { icCardNo: `POOL${nextNumber()}` });
    await rechargeCard(testbed, testbed.tenantStaff, { icCardId: second.icCardId, rrMoney: '2' });
    await testbed.server.ok(testbed.tenantStaff, cardApi.edit, { icCardId: second.icCardId, custId });
    await takeFrom(custId, 35_00n);
    expect((await reverse(first.rechargRecordId)).message).toBe('Only 7.00 CNY is left to take back 40.00 CNY');
    const limited = viewers.limited(testbed.tenantStaff, ['recharge:list', 'recharge:reverse']);
    expect(
      (await testbed.server.call(limited, rechargeApi.reverse, { rechargRecordId: first.rechargRecordId, reason: 'x', toReceivable: 1 })).status,
    ).toBe(403);
    expect((await reverse(first.rechargRecordId, { toReceivable: 1 })).result).toMatchObject({ rrMoney: '-40.00', receivableMoney: '33.00' });
    expect(await walletOf(3, custId)).toMatchObject({ balance: '0.00', owedBal: '33.00' });
    expect(await walletOf(2, card.icCardId)).toMatchObject({ balance: '0.00', owedBal: '0.00' });
    expect(await recharge(3, custId, '50')).toMatchObject({ debtPaidMoney: '33.00', rrAfterMoney: '17.00' });
    expect(await brokenInvariants(testbed)).toEqual([]);
  });

  /** Spends from a customer's wallet with a fee. */
  const takeFrom = (custId: string, cents: bigint) =>
    testbed.server.database.asSuperuser(
      `SELECT set_config('app.tenants', '*', false), ledger.post($1, 'CNY', 'reserve_fee', 'reservation', $2, ARRAY[(
         ledger.open_account($1, 'CNY', 'L', $3, true, 0), ledger.open_account($1, 'CNY', 'R', $4, false), $5, NULL, NULL)::ledger.line], 'test')`,
      [testbed.tenantId, `test-${nextNumber()}`, `wallet:customer:${custId}`, `occupancy:${testbed.stationId}`, cents],
    );
});

describe('a bill that a wallet could not pay', () => {
  test('while the wallet is recharged and its customer switches the pool on leaves no debt behind', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { custId } = await addCompany(testbed, testbed.tenantStaff);
      const { icCardId, icCardNo } = await addCard(testbed, testbed.tenantStaff, { custId });
      const adding = () =>
        testbed.server.call(testbed.tenantStaff, rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '2', payMethod: 0 });
      const billing = () => settleOrderOnCard(testbed, { icCardId, icCardNo, billingCents: 3_00n });
      const [switched, ...added] = await Promise.all([switchPool(custId, 1), adding(), adding(), billing(), billing(), adding()]);
      const again = switched.success ? switched : await switchPool(custId, 1);
      expect(again.success).toBe(true);
      const recharged = added.filter((one) => typeof one === 'object' && one.success).length * 2_00;
      const [own, pool] = [await walletOf(2, icCardId), await walletOf(3, custId)];
      expect(own).toMatchObject({ balance: '0.00', owedBal: '0.00' });
      expect(Math.round((Number(pool.balance) - Number(pool.owedBal)) * 100)).toBe(recharged - 6_00);
    }
    expect(await brokenInvariants(testbed)).toEqual([]);
  });
});
