import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activityApi, couponApi, privilegeCardApi, privilegeCardHoldApi, privilegeCardUseApi } from '#domains/marketing/resources.ts';
import { cardOfOrder, reserveBestCard } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { feeOf, tariffOf } from '#engines/tariff/tariff.fixture.ts';
import { chargingOrderApi } from '../../resources.ts';
import { refundOrderApi } from '../../refund-order/refund-order.ts';
import { startAdjustmentTestbed } from './adjust.fixture.ts';
import type { AdjustmentTestbed } from './adjust.fixture.ts';

// Electricity costs 1.00 a kWh, of which the card's VIP level pays half; service costs 1.00 a minute. 60_000 is 6 kWh, in five minutes.
let testbed: AdjustmentTestbed;
let payer = '';
beforeAll(async () => {
  testbed = await startAdjustmentTestbed();
  payer = `card:${testbed.ids.icCardId}`;
  await testbed.server.ok(testbed.anna, privilegeCardApi.toggleFeature, { enable: 1 });
});
afterAll(() => testbed.close());
beforeEach(async () => {
  await testbed.fund(payer, 100_00n);
  // Each test begins without cards and coupons.
  await testbed.server.database.asSuperuser(
    `update privilege_card_hold set state = 5, end_reason = 'test', end_time = now() where state = 2 and paid_amount = 0`,
  );
  await testbed.server.database.asSuperuser(`update coupon_receive set state = 4 where state = 1`);
});

type Fields = Readonly<Record<string, unknown>>;

/** Gives the IC card a privilege card of half the electricity; returns the held card. */
const giveCard = async (more: Fields = {}): Promise<string> => {
  const { server, anna, ids } = testbed;
  const { privilegeCardId } = await server.ok(anna, privilegeCardApi.add, {
    tenantId: ids.tenantId,
    cardName: 'Half electricity',
    cardKind: 1,
    price: '30.00',
    validDays: 30,
    discountPercent: 50,
    rateTypes: [1],
    level: 1,
    overlayVip: 1,
    overlayCoupon: 1,
    vipLevelValLimit: 0,
    limitNum: 9,
    sort: 0,
    ...more,
  });
  await server.ok(anna, privilegeCardApi.changeState, { id: privilegeCardId, state: 1 });
  return (await server.ok(anna, privilegeCardApi.grant, { privilegeCardId, mainPartType: 2, mainPartId: ids.icCardId })).privilegeCardHoldId;
};

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(testbed.now() + days * DAY_MS).toISOString();

const giveCoupon = async (more: Fields = {}): Promise<void> => {
  const { server, anna, ids } = testbed;
  const times = { startTime: inDays(-1), endTime: inDays(20) };
  const { activityId } = await server.ok(anna, activityApi.add, {
    name: 'Summer',
    level: 1,
    kind: 2,
    agentIds: [{ agentId: ids.agentId }],
    title: 'Summer',
    image: 'a.webp',
    weight: 0,
    ...times,
    displayTime: inDays(-2),
  });
  const { couponId } = await server.ok(anna, couponApi.add, {
    activityId,
    couponName: 'Two off',
    couponForm: 2,
    preferentialAmount: '2.00',
    useScene: 2,
    canOverlay: 1,
    useAmountLimit: '0.00',
    vipLevelValLimit: 0,
    limitNum: 9,
    sort: 0,
    ...times,
    useBeginTime: inDays(-1),
    useEndTime: inDays(60),
    ...more,
  });
  await server.ok(anna, activityApi.publishActivity, { ids: activityId });
  await server.ok(anna, couponApi.grant, { couponId, mainPartType: 2, mainPartId: ids.icCardId });
};

const hold = (id: string) => testbed.server.ok(testbed.anna, privilegeCardHoldApi.queryById, { id });
const useOf = async (chargingOrderNo: string) => (await testbed.server.ok(testbed.anna, privilegeCardUseApi.list, { chargingOrderNo })).records[0];
const borneBy = async (funder: string): Promise<bigint> => {
  const [row] = await testbed.server.database.asSuperuser<{ booked: bigint }>(
    `select coalesce(sum(case when p.debit_id = a.account_id then p.amount else -p.amount end), 0)::int8 as booked
     from ledger.account a join ledger.posting p on a.account_id in (p.debit_id, p.credit_id) where a.code = $1`,
    [`privilege_card:${funder}`],
  );
  return row?.booked ?? 0n;
};
const expectBooksProven = async (orderNo: string) => {
  expect(await testbed.disagreements(orderNo)).toEqual([]);
  expect(await testbed.brokenProofs()).toEqual([]);
};

describe('the card of an order', () => {
  test('is reserved at the start, taken off after the VIP discount, booked to its funder and explained', async () => {
    const id = await giveCard();
    const before = await borneBy('tenant');
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    // 6.00 electricity less 3.00 by the VIP level, of which the card takes half.
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_amount: 1100n, vip_offer: 300n, card_credit_amount: 150n, billing_amount: 650n });
    expect(await useOf(orderNo)).toMatchObject({ state: 1, preferentialAmount: '1.50', chargingElec: '6.0000', energyLimit: null, funder: 'tenant' });
    expect(await hold(id)).toMatchObject({ state: 2, timesUsed: 1, energyUsed: '6.0000', savedAmount: '1.50', chargingOrderNo: null });
    expect((await borneBy('tenant')) - before).toBe(150n);
    await expectBooksProven(orderNo);
    const detail = await testbed.server.ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    expect(detail).toMatchObject({ isEqual: true, booked: { cardCreditAmount: '1.50' }, calculation: { totals: { cardCreditAmount: '1.50' } } });
    expect(detail.calculation?.steps.find(({ step }) => step === 'card')).toMatchObject({ takenOff: '1.50', remains: '6.50' });
  });

  test('is borne by the agent whose card it is', async () => {
    const { agentId } = testbed.ids;
    await giveCard({ agentId, level: 2, agentIds: [{ agentId }] });
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect([await useOf(orderNo), await borneBy(`agent:${agentId}`)]).toMatchObject([{ funder: `agent:${agentId}` }, 150n]);
    await expectBooksProven(orderNo);
  });

  test('comes before a coupon, which takes off what is left', async () => {
    await giveCard();
    await giveCoupon({ couponForm: 1, preferentialAmount: null, preferentialDiscount: 50 });
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ card_credit_amount: 150n, coupon_credit_amount: 325n, billing_amount: 325n });
    await expectBooksProven(orderNo);
  });

  test('of several is the one that leaves least to pay', async () => {
    const [small, large] = [await giveCard({ discountPercent: 90 }), await giveCard({ rateTypes: [2] })];
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect([(await hold(small)).timesUsed, (await hold(large)).timesUsed]).toEqual([0, 1]);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ card_credit_amount: 250n, billing_amount: 550n });
  });

  test('is not used when the charge is so small that a coupon which may not be combined reduces more', async () => {
    const id = await giveCard({ overlayCoupon: 0 });
    await giveCoupon({ preferentialAmount: '4.00' });
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await useOf(orderNo)).toMatchObject({ state: 4, reason: 'otherBetter', preferentialAmount: '0.00' });
    expect(await hold(id)).toMatchObject({ timesUsed: 0, savedAmount: '0.00', chargingOrderNo: null });
    expect(await testbed.orderRow(orderNo)).toMatchObject({ card_credit_amount: 0n, coupon_credit_amount: 400n });
    await expectBooksProven(orderNo);
  });

  test('is free again when the charge does not start', async () => {
    const id = await giveCard({ cardKind: 4, timesLimit: 1 });
    await testbed.plug();
    const { chargingOrderNo } = await testbed.charging.handlers.startRequest(testbed.pile, {
      kind: 'startRequest',
      gunNumber: 1,
      accountType: 1,
      account: 'CARD0001',
      strategyType: 1,
      strategyValE2: 0,
      atMs: testbed.now(),
    });
    expect((await hold(id)).chargingOrderNo).toBe(chargingOrderNo);
    await testbed.charging.handlers.startResult(testbed.pile, {
      kind: 'startResult',
      chargingOrderNo,
      gunNumber: 1,
      startResult: 3,
      startSource: 16,
      startAtMs: testbed.now(),
      startSoc: 40,
      startMeterDwh: 0,
      fromStore: false,
    });
    await testbed.worker.poll();
    expect(await useOf(chargingOrderNo)).toMatchObject({ state: 4, reason: 'notStarted' });
    expect(await hold(id)).toMatchObject({ state: 2, chargingOrderNo: null });
  });

  test('is not reserved where it does not hold, takes nothing off, or the VIP discount is better', async () => {
    const { tenantId } = testbed.ids;
    await giveCard({ rateTypes: [3] });
    await giveCard({ overlayVip: 0, discountPercent: 80 });
    const elsewhere = await giveCard();
    await testbed.server.database.asSuperuser(`alter table privilege_card_hold disable trigger privilege_card_hold_guard`);
    await testbed.server.database.asSuperuser(
      `update privilege_card_hold set terms = terms || '{"level":3,"stationIds":["999999"]}'::jsonb where privilege_card_hold_id = $1 and tenant_id = $2`,
      [elsewhere, tenantId],
    );
    await testbed.server.database.asSuperuser(`alter table privilege_card_hold enable trigger privilege_card_hold_guard`);
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await useOf(orderNo)).toBeUndefined();
  });

  test('lowers the cost so far, so that a limit stops the charge where the customer owes it', async () => {
    await giveCard({ discountPercent: 0, rateTypes: [2] });
    const orderNo = await testbed.startCharging({ energyDwh: 10_000, strategyType: 2, strategyValE2: 5_00 });
    // A kWh for 0.50; the minutes are free.
    const shown = await testbed.server.database.asSuperuser<{ amount: bigint }>(
      `select charging_amount as amount from gun_live where gun_number = 1`,
    );
    expect(shown[0]?.amount).toBe(50n);
    await testbed.sendEndRecord(orderNo, 12_000);
    await testbed.worker.poll();
    expect(await testbed.orderRow(orderNo)).toMatchObject({ billing_amount: 60n });
    await expectBooksProven(orderNo);
  });
});

describe('limits', () => {
  test('a card counts for the energy of an order, of a day and in all, and the rest is paid in full', async () => {
    const id = await giveCard({ cardKind: 5, orderLimit: '4.0000', dayLimit: '5.0000', quota: '6.0000' });
    const first = await testbed.chargeAndSettle(60_000);
    // Four of six kWh: half of 3.00 x 4/6.
    expect(await testbed.orderRow(first.orderNo)).toMatchObject({ card_credit_amount: 100n });
    expect(await useOf(first.orderNo)).toMatchObject({ energyLimit: '4.0000', chargingElec: '4.0000' });
    const second = await testbed.chargeAndSettle(60_000);
    expect(await useOf(second.orderNo)).toMatchObject({ energyLimit: '1.0000', chargingElec: '1.0000' });
    const third = await testbed.chargeAndSettle(60_000);
    expect(await useOf(third.orderNo)).toBeUndefined();
    expect(await hold(id)).toMatchObject({ state: 2, timesUsed: 2, energyUsed: '5.0000' });
    await testbed.server.database.asSuperuser(`update privilege_card_use set use_day = use_day - 1 where privilege_card_hold_id = $1`, [id]);
    const fourth = await testbed.chargeAndSettle(60_000);
    expect(await useOf(fourth.orderNo)).toMatchObject({ energyLimit: '1.0000', chargingElec: '1.0000' });
    expect((await hold(id)).state).toBe(3);
    await expectBooksProven(fourth.orderNo);
  });

  test('a card counts for its charges of a day and in all', async () => {
    const id = await giveCard({ cardKind: 4, dayTimes: 1, timesLimit: 2 });
    const first = await testbed.chargeAndSettle(20_000);
    const second = await testbed.chargeAndSettle(20_000);
    expect([(await useOf(first.orderNo))?.state, await useOf(second.orderNo)]).toEqual([1, undefined]);
    await testbed.server.database.asSuperuser(`update privilege_card_use set use_day = use_day - 1 where privilege_card_hold_id = $1`, [id]);
    const third = await testbed.chargeAndSettle(20_000);
    expect((await useOf(third.orderNo))?.state).toBe(1);
    expect(await hold(id)).toMatchObject({ state: 3, timesUsed: 2 });
  });

  test('a card serves one order at a time, and one that is over or has not begun serves none', async () => {
    const id = await giveCard();
    const { tenantId, agentId, stationId, icCardId } = testbed.ids;
    const tariff = tariffOf([feeOf(1, [[0, 0, 100_000]])]);
    const reserve = (n: number, startsAt = new Date(testbed.now())) =>
      inSystem(testbed.server.database, (tx) =>
        reserveBestCard(tx, {
          party: { mainPartType: 2, mainPartId: icCardId },
          place: { tenantId, agentId, stationId, currency: 'CNY' },
          order: { chargingOrderId: String(900_000 + n), chargingOrderNo: `P${n}` },
          startsAt,
          expected: async () => ({ tariff, startMs: startsAt.getTime(), vip: undefined, coupon: undefined }),
        }),
      );
    await reserve(70, new Date(testbed.now() + 40 * DAY_MS));
    await reserve(71, new Date(testbed.now() - 40 * DAY_MS));
    await Promise.all(Array.from({ length: 32 }, (_, n) => reserve(n)));
    const uses = (await testbed.server.ok(testbed.anna, privilegeCardUseApi.list, { privilegeCardHoldId: id })).records;
    expect(uses.map(({ state }) => state)).toEqual([3]);
    const orderId = uses[0]?.chargingOrderId ?? '';
    expect(await inSystem(testbed.server.database, (tx) => cardOfOrder(tx, orderId))).toMatchObject({ holdId: id, state: 3 });
    await testbed.server.database.asSuperuser(`update privilege_card_use set state = 4, reason = 'notStarted' where privilege_card_hold_id = $1`, [
      id,
    ]);
  });
});

describe('after the settlement', () => {
  test('a late record takes another amount off, for the energy that other orders have left', async () => {
    const id = await giveCard({ cardKind: 5, quota: '9.0000' });
    const order = await testbed.chargeAndSettle(60_000);
    await testbed.reportLate(order, { energyDwh: 40_000, minutes: 5 });
    expect(await testbed.orderRow(order.orderNo)).toMatchObject({ order_amount: 900n, card_credit_amount: 100n });
    expect(await useOf(order.orderNo)).toMatchObject({ state: 1, preferentialAmount: '1.00', chargingElec: '4.0000' });
    expect(await hold(id)).toMatchObject({ energyUsed: '4.0000', savedAmount: '1.00' });
    await expectBooksProven(order.orderNo);
    const detail = await testbed.server.ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(order.orderNo) });
    expect(detail.isEqual).toBe(true);
  });

  test('a corrected bill without energy gives the card back', async () => {
    const id = await giveCard({ cardKind: 4, timesLimit: 1 });
    const order = await testbed.chargeAndSettle(60_000);
    expect((await hold(id)).state).toBe(3);
    await testbed.reportLate(order, { energyDwh: 0, minutes: 5 });
    expect(await useOf(order.orderNo)).toMatchObject({ state: 2, reason: 'adjusted' });
    expect(await hold(id)).toMatchObject({ state: 2, timesUsed: 0, savedAmount: '0.00' });
    await expectBooksProven(order.orderNo);
  });

  test('a refund of all that was paid gives card and coupon back, a part of it does not', async () => {
    const id = await giveCard({ cardKind: 5, quota: '9.0000' });
    await giveCoupon();
    const before = await borneBy('tenant');
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ card_credit_amount: 150n, coupon_credit_amount: 200n, billing_amount: 450n });
    const refund = (amount: string) =>
      testbed.server.ok(testbed.anna, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount, reason: 'the charge failed' });
    await refund('2.00');
    expect([(await hold(id)).energyUsed, (await borneBy('tenant')) - before]).toEqual(['6.0000', 150n]);
    await refund('2.50');
    expect([(await hold(id)).energyUsed, (await borneBy('tenant')) - before]).toEqual(['0.0000', 0n]);
    expect(await useOf(orderNo)).toMatchObject({ state: 2, reason: 'refunded' });
    expect(await testbed.brokenProofs()).toEqual([]);
    const detail = await testbed.server.ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    expect(detail).toMatchObject({ isEqual: true, booked: { cardCreditAmount: '1.50', couponCreditAmount: '2.00' } });
  });

  test('staff of an agent, who cannot list the cards of the tenant, give one back by their refund', async () => {
    const id = await giveCard({ cardKind: 4, timesLimit: 1 });
    const { tenantId, agentId } = testbed.ids;
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    const agentStaff = viewers.agent(tenantId, agentId);
    expect((await testbed.server.ok(agentStaff, privilegeCardHoldApi.list, {})).records.map((row) => row.privilegeCardHoldId)).not.toContain(id);
    const amount = (Number((await testbed.orderRow(orderNo))['billing_amount']) / 100).toFixed(2);
    await testbed.server.ok(agentStaff, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount, reason: 'the charge failed' });
    expect(await hold(id)).toMatchObject({ state: 2, timesUsed: 0, savedAmount: '0.00' });
    expect(await useOf(orderNo)).toMatchObject({ state: 2, reason: 'refunded' });
    expect(await testbed.brokenProofs()).toEqual([]);
  });
});
