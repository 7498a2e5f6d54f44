import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepayState } from '#engines/payment/codes.ts';
import { pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { chargePaid } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import type { DriverProblem, DriverReservation, DriverReservationMade, DriverReservationOffer } from '#domains/driver/resources.ts';
import { activityApi, couponApi } from '#domains/marketing/resources.ts';
import { startDriverTestbed } from './driver-testbed.fixture.ts';
import type { DriverTestbed } from './driver-testbed.fixture.ts';

/** Drivers who have signed in and reserve a gun: their calls over HTTP, and the providers over their wires. */
let bed: DriverTestbed | undefined;
const running = () => bed ?? expect.fail('the testbed has not started');
beforeAll(async () => {
  bed = await startDriverTestbed();
  const { server, staff } = bed.base;
  const details = [
    { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
    { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' },
  ];
  const { crcId } = await server.ok(staff, reservationConfApi.add, { crcName: 'Drivers', details });
  await server.ok(staff, reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await server.ok(staff, pileApi.edit, { cpCode: PILE, canBeReservation: 1, crcId });
});
afterAll(() => bed?.close());

const MINUTE_MS = 60_000;
const paid = { minutes: 30, pay: 'wechat_native', amountCents: 2000, feeCents: 300 } as const;
type Phone = ReturnType<DriverTestbed['phone']>;
const reserve = (phone: Phone, more: object, key?: string) => phone.press<DriverReservationMade & DriverProblem>('/reservations', more, key);
const read = async (phone: Phone, no: string) => (await phone.call<DriverReservation>('GET', `/me/reservations/${no}`)).body;
const act = (phone: Phone, no: string, action: 'cancel' | 'start') =>
  phone.press<DriverReservation & DriverProblem>(`/me/reservations/${no}/${action}`);
const work = () => running().worker.poll();
/** The payer pays what was asked for last; the notification wakes the worker. */
const pay = async () => {
  const { standIn, newest, base } = running();
  const payment = newest();
  expect(standIn.pay(payment)).toBe(true);
  const states = () => base.server.database.asSuperuser('select pay_state as state from prepaid_order where bill_id = $1', [payment.payNo]);
  await expect.poll(states).toEqual([{ state: prepayState.paid }]);
  // The gun is kept by a step of its own, which this waits for.
  await work();
};
const settle = async () => {
  await running().base.worker.poll();
  for (let round = 0; round < 3; round += 1) {
    running().base.advance(MINUTE_MS);
    await work();
  }
};

test('who has not signed in, or has not scanned a code, reserves nothing', async () => {
  const { phone } = running();
  const stranger = phone();
  expect((await reserve(stranger, paid)).body.code).toBe('driver.noVisit');
  await stranger.scan();
  expect((await stranger.call<DriverProblem>('GET', '/reservations/offer')).body.code).toBe('driver.noPhone');
  expect((await reserve(stranger, paid)).status).toBe(401);
  expect((await stranger.call<DriverProblem>('GET', '/me/reservations')).status).toBe(401);
});

test('the offer, a paid reservation once for each press, the arrival at its gun, and the bill with the fee', async () => {
  const { phone, base } = running();
  await base.plug(1, 2);
  const mine = phone();
  await mine.signIn('13900000011');
  const offer = (await mine.call<DriverReservationOffer>('GET', '/reservations/offer')).body;
  expect(offer).toMatchObject({
    pileNo: PILE,
    gunNo: 1,
    aheadMaxHours: 72,
    clearMinutes: 10,
    terms: { maxMinutes: 60, intervals: [{ minuteCents: 0 }, { minuteCents: 20 }] },
  });
  expect((await reserve(mine, { ...paid, feeCents: 299 })).body.code).toBe('reservation.otherFee');
  const key = 'one-press';
  const [first, second] = [await reserve(mine, paid, key), await reserve(mine, paid, key)];
  expect([first.status, second.body.reservation.reservationNo]).toEqual([201, first.body.reservation.reservationNo]);
  const { reservationNo } = first.body.reservation;
  expect(first.body).toMatchObject({ reservation: { state: 'unpaid', paidCents: 0, actions: ['cancel'] }, clientAction: { type: 'qr' } });
  expect((await act(mine, reservationNo, 'start')).body.code).toMatch(/^reservation\./);
  await pay();
  expect(await read(mine, reservationNo)).toMatchObject({ state: 'kept', paidCents: 2300, payBy: null, actions: ['cancel', 'start'] });
  // Nobody else sees it, or gets the gun.
  const other = phone();
  await other.signIn('13900000012');
  expect((await other.call<DriverProblem>('GET', `/me/reservations/${reservationNo}`)).status).toBe(404);
  expect((await act(other, reservationNo, 'cancel')).status).toBe(404);
  const kept = await other.gun();
  expect(kept.step).not.toBe('price');
  expect(kept.reservation).toMatchObject({ endBy: null });

  base.advance(20 * MINUTE_MS);
  await base.plug();
  expect((await read(mine, reservationNo)).feeCents).toBe(100);
  const started = await act(mine, reservationNo, 'start');
  expect([started.status, started.body.state]).toEqual([200, 'arrived']);
  const { orderNo } = started.body;
  expect(orderNo).not.toBeNull();
  expect(await mine.read(orderNo ?? '')).toMatchObject({ step: 'starting', role: 'control', paidCents: 2300 });
  const chargingOrderNo = await chargePaid(base, await running().billOf(orderNo ?? ''), 20_000);
  await settle();
  // 2 kWh at 1.50 and five minutes at 0.20; 23.00 were paid.
  expect(await base.orderRow(chargingOrderNo)).toMatchObject({ billing_amount: 300n });
  expect(await read(mine, reservationNo)).toMatchObject({ state: 'arrived', feeCents: 100, actions: [] });
  expect((await mine.read(orderNo ?? '')).refund).toMatchObject({ amountCents: 2300 - 300 - 100 });
  expect(await base.brokenInvariants()).toEqual([]);
});

test('a reservation for later is listed, cancelled without a fee, and its money goes back; one that nobody pays ends by itself', async () => {
  const { phone, base, later } = running();
  later(61);
  await base.plug(1, 2);
  const mine = phone();
  await mine.signIn('13900000013');
  const startAt = new Date(base.now() + 3 * 60 * MINUTE_MS).toISOString();
  const made = await reserve(mine, { ...paid, startAt });
  expect(made.body.reservation).toMatchObject({ state: 'unpaid', from: startAt });
  await pay();
  const { reservationNo } = made.body.reservation;
  expect(await read(mine, reservationNo)).toMatchObject({ state: 'reserved', actions: ['cancel'], feeCents: 0 });
  expect((await act(mine, reservationNo, 'start')).body.code).toBe('reservation.early');
  // Others are told until when they may charge.
  await base.plug();
  const stranger = phone();
  await stranger.scan();
  expect((await stranger.gun()).reservation).toEqual({ from: startAt, endBy: new Date(Date.parse(startAt) - 10 * MINUTE_MS).toISOString() });
  expect((await act(mine, reservationNo, 'cancel')).body).toMatchObject({ state: 'cancelled', feeCents: 0 });
  await settle();
  expect(
    (
      await base.server.database.asSuperuser<{ amount: bigint }>(
        'select refund_amount as amount from prepaid_order order by pre_pay_order_id desc limit 1',
      )
    )[0]?.amount,
  ).toBe(2300n);

  const unpaid = (await reserve(mine, { ...paid, startAt })).body.reservation;
  base.advance(6 * MINUTE_MS);
  await base.worker.poll();
  await work();
  expect(await read(mine, unpaid.reservationNo)).toMatchObject({ state: 'notPaid', actions: [] });
  const { reservations } = (await mine.call<{ reservations: readonly DriverReservation[] }>('GET', '/me/reservations')).body;
  expect(reservations.map(({ state }) => state)).toEqual(['notPaid', 'cancelled']);
});

test('an account reserves five times in ten minutes at most, however soon it cancels', async () => {
  const { phone, base, later } = running();
  later(61);
  await base.plug(1, 2);
  const mine = phone();
  await mine.signIn('13900000019');
  const startAt = new Date(base.now() + 4 * 60 * MINUTE_MS).toISOString();
  for (let time = 0; time < 5; time += 1) {
    const made = await reserve(mine, { ...paid, startAt });
    expect(made.status).toBe(201);
    expect((await act(mine, made.body.reservation.reservationNo, 'cancel')).status).toBe(200);
  }
  const refused = await reserve(mine, { ...paid, startAt });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600']);
  later(11);
  await mine.scan();
  expect((await reserve(mine, { ...paid, startAt })).status).toBe(201);
});

test('the wallet of the account may hold the money instead', async () => {
  const { phone, base, later } = running();
  later(61);
  await base.plug();
  const mine = phone();
  await mine.signIn('13900000014');
  expect((await reserve(mine, { minutes: 30, amountCents: 2000 })).body.code).toBe('money.insufficient');
  const [customer] = await base.server.database.asSuperuser<{ id: string }>(
    `select cust_id::text as id from customer where cust_phone = '13900000014'`,
  );
  await base.fund(`customer:${customer?.id}`, 50_00n);
  const made = await reserve(mine, { minutes: 30, amountCents: 2000 });
  expect(made.body).toMatchObject({ reservation: { state: 'kept', paidCents: 0, orderNo: null, actions: ['cancel', 'start'] }, clientAction: null });
  const { reservationNo } = made.body.reservation;
  const started = (await act(mine, reservationNo, 'start')).body;
  expect(started.state).toBe('arrived');
  expect(await mine.read(started.orderNo ?? '')).toMatchObject({ step: 'starting', isFromWallet: true, amountCents: 2000 });
});

test('whoever arrives chooses the coupon of the charge, however the reservation was paid', async () => {
  const { phone, base, later } = running();
  later(61);
  // The charge of the test before was never begun.
  await settle();
  const inDays = (days: number): string => new Date(base.now() + days * 24 * 60 * MINUTE_MS).toISOString();
  const times = { startTime: inDays(-1), endTime: inDays(20) };
  const place = { level: 2, stationIds: [{ stationId: base.ids.stationId }] } as const;
  const activity = {
    ...place,
    ...times,
    name: 'Autumn',
    kind: 2,
    title: 'Autumn',
    image: 'activity/autumn.webp',
    weight: 1,
    displayTime: inDays(-2),
  };
  const { activityId } = await base.server.ok(base.staff, activityApi.add, { ...activity, tenantId: base.ids.tenantId });
  const terms = { couponForm: 2, useScene: 2, canOverlay: 1, useAmountLimit: '1.00', vipLevelValLimit: 0, limitNum: 5, sort: 0 } as const;
  const coupon = { ...terms, ...times, activityId, useBeginTime: inDays(-1), useEndTime: inDays(60) };
  const coupons: string[] = [];
  for (const preferentialAmount of ['2.00', '1.00'])
    coupons.push(
      (await base.server.ok(base.staff, couponApi.add, { ...coupon, couponName: `${preferentialAmount} off`, preferentialAmount })).couponId,
    );
  await base.server.ok(base.staff, activityApi.publishActivity, { ids: activityId });
  const mine = phone();
  await mine.signIn('13900000015');
  const [customer] = await base.server.database.asSuperuser<{ id: string }>(
    `select cust_id::text as id from customer where cust_phone = '13900000015'`,
  );
  await base.fund(`customer:${customer?.id}`, 50_00n);
  const receipts: string[] = [];
  for (const couponId of coupons) receipts.push((await mine.press<{ receiveId: string }>('/me/coupons', { couponId })).body.receiveId);
  const start = (no: string, more: object) => mine.press<DriverReservation & DriverProblem>(`/me/reservations/${no}/start`, more);
  /** What a coupon took off the charge of a reservation. */
  const chargeWith = async (wish: object, more: object): Promise<unknown> => {
    await base.plug();
    const made = await reserve(mine, wish);
    if ('pay' in wish) await pay();
    const { reservationNo } = made.body.reservation;
    expect((await read(mine, reservationNo)).amountCents).toBe(2000);
    expect((await start(reservationNo, { coupon: '999999999' })).status).toBe(409);
    expect((await start(reservationNo, more)).body.state).toBe('arrived');
    const { coupon_credit_amount: credit } = await base.orderRow(await running().chargeNewest(20_000));
    await settle();
    later(61);
    await mine.scan();
    return credit;
  };
  const held = { minutes: 30, amountCents: 2000 };
  expect(await chargeWith(held, { coupon: receipts[1] })).toBe(100n);
  expect(await chargeWith(held, { coupon: 'none' })).toBe(0n);
  expect(await chargeWith(paid, {})).toBe(200n);
  expect(await base.brokenInvariants()).toEqual([]);
});
