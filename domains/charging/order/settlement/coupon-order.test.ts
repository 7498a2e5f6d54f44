import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activityApi, couponApi, couponReceiveApi, couponUseApi } from '#domains/marketing/resources.ts';
import { couponOfOrder, reserveCoupon } from '#domains/marketing/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { viewers } from '#kit/test/server.ts';
import { chargingOrderApi } from '../../resources.ts';
import { refundOrderApi } from '../../refund-order/refund-order.ts';
import { startAdjustmentTestbed } from './adjust.fixture.ts';
import type { AdjustmentTestbed } from './adjust.fixture.ts';

// Electricity costs 1.00 a kWh, of which the card's VIP level pays half; service costs 1.00 a minute.
let testbed: AdjustmentTestbed;
let card = '';
beforeAll(async () => {
  testbed = await startAdjustmentTestbed();
  card = `card:${testbed.ids.icCardId}`;
});
afterAll(() => testbed.close());
beforeEach(async () => {
  await testbed.fund(card, 100_00n);
  // Each test begins without coupons.
  await testbed.server.database.asSuperuser(`update coupon_receive set state = 4 where state = 1`);
});

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(testbed.now() + days * DAY_MS).toISOString();

/** Gives the card a coupon of the tenant, or of an agent; returns the receipt. */
const giveCoupon = async (more: object = {}, agentId: string | null = null): Promise<string> => {
  const { server, anna, ids } = testbed;
  const { activityId } = await server.ok(anna, activityApi.add, {
    name: 'Summer',
    level: 1,
    kind: 2,
    agentId,
    agentIds: [{ agentId: ids.agentId }],
    title: 'Summer',
    image: 'a.webp',
    weight: 0,
    startTime: inDays(-1),
    endTime: inDays(30),
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
    startTime: inDays(-1),
    endTime: inDays(20),
    useBeginTime: inDays(-1),
    useEndTime: inDays(60),
    ...more,
  });
  await server.ok(anna, activityApi.publishActivity, { ids: activityId });
  return (await server.ok(anna, couponApi.grant, { couponId, mainPartType: 2, mainPartId: ids.icCardId })).couponReceiveId;
};

const receipt = async (id: string) => (await testbed.server.ok(testbed.anna, couponReceiveApi.queryById, { id })).state;
const useOf = async (chargingOrderNo: string) => (await testbed.server.ok(testbed.anna, couponUseApi.list, { chargingOrderNo })).records[0];
const couponAccount = async (funder: string): Promise<bigint> => {
  const [row] = await testbed.server.database.asSuperuser<{ booked: bigint }>(
    `select coalesce(sum(case when p.debit_id = a.account_id then p.amount else -p.amount end), 0)::int8 as booked
     from ledger.account a join ledger.posting p on a.account_id in (p.debit_id, p.credit_id) where a.code = $1`,
    [`coupon:${funder}`],
  );
  return row?.booked ?? 0n;
};
const expectBooksProven = async (orderNo: string) => {
  expect(await testbed.disagreements(orderNo)).toEqual([]);
  expect(await testbed.brokenProofs()).toEqual([]);
};

describe('the coupon of an order', () => {
  test('is reserved at the start, taken off after the VIP discount, booked to its funder and explained', async () => {
    const id = await giveCoupon();
    const before = await couponAccount('tenant');
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ order_amount: 1100n, vip_offer: 300n, coupon_credit_amount: 200n, billing_amount: 600n });
    expect(await receipt(id)).toBe(3);
    expect(await useOf(orderNo)).toMatchObject({
      state: 1,
      totalOrderAmount: '11.00',
      preferentialAmount: '2.00',
      chargingElec: '6.0000',
      funder: 'tenant',
      couponUseType: 2,
    });
    expect((await couponAccount('tenant')) - before).toBe(200n);
    await expectBooksProven(orderNo);
    const detail = await testbed.server.ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    expect(detail).toMatchObject({ isEqual: true, booked: { couponCreditAmount: '2.00' }, calculation: { totals: { couponCreditAmount: '2.00' } } });
    expect(detail.calculation?.steps.find(({ step }) => step === 'coupon')).toMatchObject({ takenOff: '2.00', remains: '6.00' });
  });

  test('is borne by the agent whose activity gave it', async () => {
    const { agentId } = testbed.ids;
    await giveCoupon({}, agentId);
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect([await useOf(orderNo), await couponAccount(`agent:${agentId}`)]).toMatchObject([{ funder: `agent:${agentId}` }, 200n]);
    await expectBooksProven(orderNo);
  });

  test('of several is the one that takes most off', async () => {
    const [small, large] = [await giveCoupon(), await giveCoupon({ couponForm: 1, preferentialAmount: null, preferentialDiscount: 50 })];
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect([await receipt(small), await receipt(large)]).toEqual([1, 3]);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 400n, billing_amount: 400n });
  });

  test.each([
    ['the order costs less than its limit', { useAmountLimit: '11.01' }, 'belowLimit'],
    ['the VIP discount reduces more and may not be combined', { canOverlay: 0 }, 'otherBetter'],
    ['it covers nothing of the order', { rateTypes: [3] }, 'nothingOff'],
  ])('is free again when %s', async (_why, more, reason) => {
    const id = await giveCoupon(more);
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await useOf(orderNo)).toMatchObject({ state: 4, reason, preferentialAmount: '0.00' });
    expect([await receipt(id), await testbed.orderRow(orderNo)]).toMatchObject([1, { coupon_credit_amount: 0n, billing_amount: 800n }]);
    await expectBooksProven(orderNo);
  });

  test('counts at its limit', async () => {
    await giveCoupon({ useAmountLimit: '11.00' });
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 200n });
  });

  test('that covers more than the order costs leaves nothing to pay', async () => {
    await giveCoupon({ preferentialAmount: '500.00' });
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 800n, billing_amount: 0n });
    await expectBooksProven(orderNo);
  });

  test('is free again when the charge does not start', async () => {
    const id = await giveCoupon();
    await testbed.plug();
    const request = {
      kind: 'startRequest',
      gunNumber: 1,
      accountType: 1,
      account: 'CARD0001',
      strategyType: 1,
      strategyValE2: 0,
      atMs: testbed.now(),
    } as const;
    const { chargingOrderNo } = await testbed.charging.handlers.startRequest(testbed.pile, request);
    expect(await receipt(id)).toBe(2);
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
    expect(await receipt(id)).toBe(1);
  });

  test('that expires while its order runs is still used, and one that is released late has expired', async () => {
    const [id] = [await giveCoupon()];
    await testbed.plug();
    const orderNo = await testbed.startCharging({ energyDwh: 60_000 });
    await testbed.server.database.asSuperuser(
      `update coupon_receive set begins_at = now() - interval '3 days', expires_at = now() - interval '1 day' where coupon_receive_id = $1`,
      [id],
    );
    await testbed.sendEndRecord(orderNo, 60_000);
    await testbed.worker.poll();
    expect([await receipt(id), await useOf(orderNo)]).toMatchObject([3, { state: 1 }]);
  });

  test('lowers the cost so far, so that a limit stops the charge where the customer owes it', async () => {
    await giveCoupon({ preferentialAmount: '4.00' });
    const orderNo = await testbed.startCharging({ energyDwh: 10_000, strategyType: 2, strategyValE2: 5_00 });
    // A kWh for 0.50 and four minutes for 4.00, of which 4.00 are taken off; each second of a slow machine costs two cents more.
    const shown = await testbed.server.database.asSuperuser<{ amount: bigint }>(
      `select charging_amount as amount from gun_live where gun_number = 1`,
    );
    expect(shown[0]?.amount).toBeGreaterThanOrEqual(50n);
    expect(shown[0]?.amount).toBeLessThan(100n);
    const stops = async () =>
      (
        await testbed.server.database.asSuperuser<{ n: bigint }>(
          `select count(*) as n from device_command where charging_order_no = $1 and cmd = 'stop'`,
          [orderNo],
        )
      )[0]?.n;
    expect(await stops()).toBe(0n);
    testbed.advance(5 * 60_000);
    await testbed.sample(orderNo, 12_000);
    expect(await stops()).toBe(1n);
    await testbed.sendEndRecord(orderNo, 12_000);
    await testbed.worker.poll();
    expect(await testbed.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 400n, billing_amount: 500n });
    await expectBooksProven(orderNo);
  });
});

describe('after the settlement', () => {
  test('a late record takes another amount off by a percent coupon', async () => {
    await giveCoupon({ couponForm: 1, preferentialAmount: null, preferentialDiscount: 50 });
    const order = await testbed.chargeAndSettle(60_000);
    expect(await testbed.orderRow(order.orderNo)).toMatchObject({ coupon_credit_amount: 400n });
    await testbed.reportLate(order, { energyDwh: 40_000, minutes: 5 });
    expect(await testbed.orderRow(order.orderNo)).toMatchObject({ order_amount: 900n, coupon_credit_amount: 350n, billing_amount: 350n });
    expect(await useOf(order.orderNo)).toMatchObject({ state: 1, preferentialAmount: '3.50', chargingElec: '4.0000' });
    await expectBooksProven(order.orderNo);
  });

  test('a coupon whose limit the corrected bill does not reach goes back to its holder', async () => {
    const id = await giveCoupon({ useAmountLimit: '10.00' });
    const order = await testbed.chargeAndSettle(60_000);
    await testbed.reportLate(order, { energyDwh: 20_000, minutes: 5 });
    expect(await testbed.orderRow(order.orderNo)).toMatchObject({ order_amount: 700n, coupon_credit_amount: 0n, billing_amount: 600n });
    expect([await receipt(id), await useOf(order.orderNo)]).toMatchObject([1, { state: 2, reason: 'adjusted' }]);
    await expectBooksProven(order.orderNo);
  });

  test('a refund of all that was paid gives the coupon back, a part of it does not', async () => {
    const id = await giveCoupon();
    const before = await couponAccount('tenant');
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    const refund = (amount: string) =>
      testbed.server.ok(testbed.anna, refundOrderApi.goodwill, { chargingOrderNo: orderNo, amount, reason: 'the charge failed' });
    await refund('2.00');
    expect([await receipt(id), (await couponAccount('tenant')) - before]).toEqual([3, 200n]);
    await refund('4.00');
    expect([await receipt(id), (await couponAccount('tenant')) - before, await useOf(orderNo)]).toMatchObject([
      1,
      0n,
      { state: 2, reason: 'refunded' },
    ]);
    expect(await testbed.brokenProofs()).toEqual([]);
    const detail = await testbed.server.ok(testbed.anna, chargingOrderApi.billingDetail, { id: await testbed.idOf(orderNo) });
    expect(detail).toMatchObject({ isEqual: true, booked: { couponCreditAmount: '2.00' } });
  });

  test('staff of an agent, who cannot list the coupons of the tenant, give one back by their refund', async () => {
    const id = await giveCoupon();
    const { tenantId, agentId } = testbed.ids;
    const { orderNo } = await testbed.chargeAndSettle(60_000);
    const refund = { chargingOrderNo: orderNo, amount: '6.00', reason: 'the charge failed' };
    await testbed.server.ok(viewers.agent(tenantId, agentId), refundOrderApi.goodwill, refund);
    expect([await receipt(id), await useOf(orderNo)]).toMatchObject([1, { state: 2, reason: 'refunded' }]);
    expect(await testbed.brokenProofs()).toEqual([]);
  });
});

test('64 orders that want one coupon at once: one gets it', async () => {
  const id = await giveCoupon();
  const { tenantId, agentId, stationId, icCardId } = testbed.ids;
  const place = { tenantId, agentId, stationId, currency: 'CNY' };
  const party = { mainPartType: 2, mainPartId: icCardId } as const;
  const reserve = (n: number) =>
    inSystem(testbed.server.database, (tx) =>
      reserveCoupon(tx, {
        couponReceiveId: id,
        party,
        place,
        target: { chargingOrderId: String(900_000 + n), chargingOrderNo: `P${n}` },
        now: new Date(testbed.now()),
      }),
    );
  const results = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => reserve(n)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(new Set(reasons)).toEqual(new Set(['Refusal: coupon.reservedElsewhere {}']));
  const winner = results.findIndex(({ status }) => status === 'fulfilled');
  expect(await inSystem(testbed.server.database, (tx) => couponOfOrder(tx, String(900_000 + winner)))).toMatchObject({
    couponReceiveId: id,
    state: 3,
  });
  await inSystem(testbed.server.database, (tx) =>
    sql`update coupon_use set state = 4, reason = 'notStarted' where coupon_receive_id = ${id}`.execute(tx),
  );
});
