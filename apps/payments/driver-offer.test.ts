import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import type { DriverActivity, DriverBill, DriverCouponChoice, DriverOwnCoupon, DriverProblem } from '#domains/driver/resources.ts';
import { activityApi, couponApi } from '#domains/marketing/resources.ts';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Offers to drivers, over HTTP as their page calls them: from the activity of a station to the bill. */

let bed: DriverTestbed | undefined;
beforeAll(async () => {
  bed = await startDriverTestbed();
});
afterAll(() => bed?.close());
const running = () => bed ?? expect.fail('the testbed has not started');
beforeEach(() => running().later(61));

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(running().base.now() + days * DAY_MS).toISOString();
const activitiesOf = async (phone: ReturnType<DriverTestbed['phone']>) =>
  (await phone.call<{ activities: readonly DriverActivity[] }>('GET', `/guns/${running().label}/1/activities`)).body.activities;

const publish = async (more: object = {}): Promise<{ readonly activityId: string; readonly couponId: string }> => {
  const { server, staff, ids } = running().base;
  const { activityId } = await server.ok(staff, activityApi.add, {
    name: 'Summer',
    level: 2,
    kind: 2,
    stationIds: [{ stationId: ids.stationId }],
    title: 'Summer charging',
    subtitle: 'Every day',
    rule: '<p>One for each driver.</p><ul><li>Not for <b>resale</b></li></ul>',
    image: 'activity/summer.webp',
    weight: 1,
    startTime: inDays(-1),
    endTime: inDays(30),
    displayTime: inDays(-2),
  });
  const { couponId } = await server.ok(staff, couponApi.add, {
    activityId,
    couponName: 'One off',
    couponForm: 2,
    preferentialAmount: '1.00',
    useScene: 2,
    canOverlay: 1,
    useAmountLimit: '2.00',
    vipLevelValLimit: 0,
    limitNum: 1,
    totalNum: 100,
    sort: 0,
    startTime: inDays(-1),
    endTime: inDays(20),
    useBeginTime: inDays(-1),
    useEndTime: inDays(60),
    ...more,
  });
  expect((await activitiesOf(running().phone())).map(({ activityId: id }) => id)).not.toContain(activityId);
  await server.ok(staff, activityApi.publishActivity, { ids: activityId });
  return { activityId, couponId };
};

/** A phone whose driver has signed in, with money in the wallet. */
const signedIn = async (number: string) => {
  const phone = running().phone();
  await phone.scan();
  expect((await phone.signIn(number)).status).toBe(201);
  const [row] = await running().base.server.database.asSuperuser<{ id: bigint }>(`select cust_id as id from customer where cust_phone = $1`, [
    number,
  ]);
  await running().base.fund(`customer:${row?.id}`, 100_00n);
  return phone;
};

test('a coupon goes from the activity of a station over the choice at the start to the bill', async () => {
  const { couponId, activityId } = await publish();
  const phone = await signedIn('13900000071');
  const shown = (await activitiesOf(phone)).find((activity) => activity.activityId === activityId);
  expect(shown).toMatchObject({
    title: 'Summer charging',
    subtitle: 'Every day',
    rules: ['One for each driver.', 'Not for resale'],
    hasPicture: true,
  });
  expect(shown?.coupons).toMatchObject([{ couponId, name: 'One off', amountCents: 100, fromCents: 200, left: 100, state: 'open' }]);
  const key = randomUUID();
  const received = await phone.press<{ receiveId: string }>('/me/coupons', { couponId }, key);
  expect(received.status).toBe(201);
  expect((await phone.press<{ receiveId: string }>('/me/coupons', { couponId }, key)).body).toEqual(received.body);
  expect(await phone.press<DriverProblem>('/me/coupons', { couponId })).toMatchObject({ status: 409, body: { code: 'coupon.personLimit' } });
  const { receiveId } = received.body;
  expect((await phone.call<{ coupons: readonly DriverOwnCoupon[] }>('GET', '/me/coupons')).body.coupons).toMatchObject([
    { receiveId, state: 'usable' },
  ]);
  const choices = (await phone.call<{ choices: readonly DriverCouponChoice[] }>('GET', '/me/coupons/choices?amountCents=5000')).body.choices;
  expect(choices).toMatchObject([{ receiveId, creditCents: 100, isBest: true }]);
  await running().base.plug();
  const made = await phone.order({ pay: 'wallet' });
  expect(made.status).toBe(201);
  const orderNo = await running().chargeNewest(20_000);
  const bill = (await phone.call<DriverBill>('GET', `/orders/${made.body.orderNo}/bill`)).body;
  expect(bill).toMatchObject({ isProvisional: false, discountCents: 100, couponCents: 100, totalCents: 200 });
  expect(await running().base.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 100n, billing_amount: 200n });
  expect((await phone.call<{ coupons: readonly DriverOwnCoupon[] }>('GET', '/me/coupons')).body.coupons).toMatchObject([
    { receiveId, state: 'used' },
  ]);
  expect(await running().brokenBooks()).toEqual([]);
});

test('a driver keeps the coupons where that is the choice, and a foreign coupon is refused without a charge', async () => {
  const { couponId } = await publish({ couponName: 'Kept' });
  const [anna, bert] = [await signedIn('13900000072'), await signedIn('13900000073')];
  const received = await anna.press<{ receiveId: string }>('/me/coupons', { couponId });
  await running().base.plug();
  expect(await bert.order({ pay: 'wallet', coupon: received.body.receiveId })).toMatchObject({ status: 409 });
  expect((await anna.order({ pay: 'wallet', coupon: 'none' })).status).toBe(201);
  const orderNo = await running().chargeNewest(20_000);
  expect(await running().base.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: 0n, billing_amount: 300n });
  expect((await anna.call<{ coupons: readonly DriverOwnCoupon[] }>('GET', '/me/coupons')).body.coupons).toMatchObject([{ state: 'usable' }]);
});

test('64 presses for one coupon at once: one gets it; who has not signed in sees the activity and receives nothing', async () => {
  const { couponId, activityId } = await publish({ couponName: 'Last', totalNum: 1 });
  const phone = await signedIn('13900000074');
  const answers = await Promise.all(Array.from({ length: 64 }, () => phone.press<DriverProblem>('/me/coupons', { couponId })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const stranger = running().phone();
  expect((await activitiesOf(stranger)).find((activity) => activity.activityId === activityId)?.coupons).toMatchObject([
    { left: 0, state: 'closed' },
  ]);
  expect(await stranger.press<DriverProblem>('/me/coupons', { couponId })).toMatchObject({ status: 401, body: { code: 'driver.noPhone' } });
  expect((await stranger.call<DriverProblem>('GET', `/activities/${activityId}/picture`)).body.code).toBe('driver.pictureUnknown');
});

describe('a coupon for a payment in advance', () => {
  const receive = async (number: string, more: object = {}) => {
    const { couponId } = await publish({ couponName: 'Five off', preferentialAmount: '5.00', useAmountLimit: '2.00', useScene: 1, ...more });
    const phone = await signedIn(number);
    const { receiveId } = (await phone.press<{ receiveId: string }>('/me/coupons', { couponId })).body;
    await running().base.plug();
    return { phone, receiveId };
  };
  const stateOf = async (phone: ReturnType<DriverTestbed['phone']>) =>
    (await phone.call<{ coupons: readonly DriverOwnCoupon[] }>('GET', '/me/coupons')).body.coupons.map(({ state }) => state);
  const stepOf = (phone: ReturnType<DriverTestbed['phone']>, orderNo: string) => async () => (await phone.read(orderNo)).step;
  /** The provider, the books and the bill agree to the cent. */
  const expectAgreement = async () => {
    expect(await running().brokenBooks()).toEqual([]);
    expect(await running().base.server.database.asSuperuser(`select invariant, subject from money_record_proof() where broken > 0`)).toEqual([]);
  };

  test.each([
    // 20.0000 kWh cost 30.00, of which 25.00 remain; of 45.00 paid, 20.00 go back.
    { energyDwh: 200_000, credit: 500, cost: 2500, back: 2000, state: 'used', more: {} },
    // 2.0000 kWh cost 3.00, less than the limit: the coupon is free again, and the rest of what was paid goes back.
    { energyDwh: 20_000, credit: 0, cost: 300, back: 4200, state: 'usable', more: { useAmountLimit: '10.00' } },
    // 2.0000 kWh cost 3.00, and the coupon covers all of it.
    { energyDwh: 20_000, credit: 300, cost: 0, back: 4500, state: 'used', more: {} },
  ])('lowers what is paid, and gives back what was paid and not needed: $cost of 4500', async ({ energyDwh, credit, cost, back, state, more }) => {
    const { phone, receiveId } = await receive(`1390000${String(800 + energyDwh / 10_000 + credit).padStart(4, '0')}`, more);
    expect(
      (await phone.call<{ choices: readonly DriverCouponChoice[] }>('GET', '/me/coupons/choices?amountCents=5000&prepaid=1')).body.choices,
    ).toMatchObject([{ receiveId, creditCents: 500, isBest: true, isForPrepayment: true }]);
    const { status, body: made } = await phone.order({ coupon: receiveId });
    expect(status).toBe(201);
    expect(running().newest()).toMatchObject({ amountCents: 4500 });
    expect(await stateOf(phone)).toEqual(['reserved']);
    expect(running().standIn.pay(running().newest())).toBe(true);
    await expect.poll(stepOf(phone, made.orderNo), { interval: 100 }).toBe('starting');
    const orderNo = await chargePaid(running().base, await running().billOf(made.orderNo), energyDwh);
    await expect.poll(stepOf(phone, made.orderNo), { interval: 100 }).toBe('done');
    expect(await running().base.orderRow(orderNo)).toMatchObject({ coupon_credit_amount: BigInt(credit), billing_amount: BigInt(cost) });
    expect(await phone.read(made.orderNo)).toMatchObject({ paidCents: 4500, costCents: cost, refund: { amountCents: back, state: 'succeeded' } });
    expect(await stateOf(phone)).toEqual([state]);
    await expectAgreement();
  });

  test('is free again when nobody pays, goes with the order to another payment, and is one of nobody else', async () => {
    const { phone, receiveId } = await receive('13900000890');
    const stranger = running().phone();
    await stranger.scan();
    expect(await stranger.order({ coupon: receiveId })).toMatchObject({ status: 401, body: { code: 'driver.noPhone' } });
    const other = await signedIn('13900000891');
    expect(await other.order({ coupon: receiveId })).toMatchObject({ status: 409, body: { code: 'coupon.notHere' } });
    const first = await phone.order({ coupon: receiveId });
    expect(first).toMatchObject({ status: 201 });
    const made = first.body;
    const again = await phone.press<DriverProblem>(`/orders/${made.orderNo}/payments`, { pay: 'wechat_native' });
    expect(again.status).toBe(200);
    expect(running().newest()).toMatchObject({ amountCents: 4500 });
    expect(await stateOf(phone)).toEqual(['reserved']);
    await phone.press(`/orders/${made.orderNo}/cancel`);
    await expect.poll(stepOf(phone, made.orderNo), { interval: 100 }).toBe('closed');
    expect(await stateOf(phone)).toEqual(['usable']);
    expect(running().standIn.pay(running().newest(), { isLate: true })).toBe(true);
    await expect.poll(async () => (await phone.read(made.orderNo)).refund?.amountCents, { interval: 100 }).toBe(4500);
    expect(await stateOf(phone)).toEqual(['usable']);
    await expectAgreement();
  });

  test('48 payments that want it at once: one gets it', async () => {
    const { phone, receiveId } = await receive('13900000892');
    const quoteId = await phone.quote();
    const wish = { quoteId, amountCents: 5000, pay: 'wechat_native', coupon: receiveId };
    const answers = await Promise.all(Array.from({ length: 48 }, () => phone.press<DriverProblem>('/orders', wish)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const uses = await running().base.server.database.asSuperuser(`select from coupon_use where coupon_receive_id = $1 and state = 3`, [receiveId]);
    expect(uses).toHaveLength(1);
  });
});
