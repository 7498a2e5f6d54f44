import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUN_FREE_AGAIN_MS } from '#engines/order/bounds.ts';
import { cardApi } from '#domains/customer/resources.ts';
import { gunApi, pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { PILE } from '../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, reservationOrderApi } from '../resources.ts';

/** Reservations that begin ahead of time. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const OTHER = 'CARD0002';
const THIRD = 'CARD0003';

let testbed: OperatorTestbed;
const world = { otherCard: '', thirdCard: '' };
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  const { server, anna } = testbed;
  const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.10' }];
  const { crcId } = await server.ok(anna, reservationConfApi.add, { crcName: 'Ahead', details });
  await server.ok(anna, reservationConfApi.changeState, { entityId: crcId, setState: 1 });
  await server.ok(anna, pileApi.edit, { cpCode: PILE, canBeReservation: 1, crcId });
  world.otherCard = (await server.ok(anna, cardApi.add, { icCardNo: OTHER, canDiscount: 1 })).icCardId;
  world.thirdCard = (await server.ok(anna, cardApi.add, { icCardNo: THIRD, canDiscount: 1 })).icCardId;
  for (const id of [testbed.ids.icCardId, world.otherCard, world.thirdCard]) await testbed.fund(`card:${id}`, 500_00n);
});
afterAll(() => testbed.close());

const api = () => testbed.server;
const request = (inMs: number, more: object = {}) =>
  api().call(testbed.anna, reservationOrderApi.make, {
    cpCode: PILE,
    gunNum: 1,
    mainPartType: 2,
    mainPartId: testbed.ids.icCardId,
    minutes: 30,
    startTime: new Date(testbed.now() + inMs),
    ...more,
  });
const reserve = async (inMs: number, more: object = {}) => {
  const { success, message, result } = await request(inMs, more);
  expect([success, message]).toEqual([true, expect.anything()]);
  return result;
};
const kept = (croId: string) => api().ok(testbed.anna, reservationOrderApi.queryById, { id: croId });
const cancel = (croId: string) => api().ok(testbed.anna, reservationOrderApi.cancel, { id: croId });
const offerToCancel = (croId: string) => api().ok(testbed.anna, reservationOrderApi.cancelOffer, { id: croId });
const gun = async () => (await api().ok(testbed.anna, gunApi.list, { cpCode: PILE })).records.find(({ gunNumber }) => gunNumber === 1);
const wallet = async (id = testbed.ids.icCardId) => {
  const { cardBalance, availableBal } = await api().ok(testbed.anna, cardApi.queryById, { id });
  return [cardBalance, availableBal];
};
const remoteStart = (mainPartId: string) =>
  api().call(testbed.anna, chargingOrderApi.remoteStart, { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId, chargingStrategyType: 1 });
const swipe = (account: string) =>
  testbed.charging.handlers.startRequest(testbed.pile, {
    kind: 'startRequest',
    gunNumber: 1,
    accountType: 1,
    account,
    strategyType: 1,
    strategyValE2: 0,
    atMs: testbed.now(),
  });

test('until its window the gun is free; the window keeps it; a cancellation before costs nothing', async () => {
  const before = await wallet();
  const { croId, chargingOrderNo } = await reserve(2 * HOUR_MS);
  expect(await gun()).toMatchObject({ gunWorkStat: 3, chargingOrderNo: null });
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 0 });
  expect(await kept(croId)).toMatchObject({ state: 1, keptTime: null, toldState: 0 });
  // The money is held from the beginning: the pile's least amount and the dearest fee.
  expect(await wallet()).not.toEqual(before);
  expect(await offerToCancel(croId)).toEqual({ occupyMinutes: 0, feeAmount: '0.00', backAmount: '4.00', currency: 'CNY', isPrepaid: false });
  await cancel(croId);
  expect(await kept(croId)).toMatchObject({ state: 3, occupyMinutes: 0, occupyAmount: '0.00' });
  await testbed.worker.poll();
  expect(await wallet()).toEqual(before);
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('windows of one gun do not overlap, in the program and in the database; others may touch them', async () => {
  const one = await reserve(3 * HOUR_MS, { minutes: 30 });
  for (const [inMs, minutes] of [
    [3 * HOUR_MS, 30],
    [3 * HOUR_MS + 29 * MINUTE_MS, 30],
    [3 * HOUR_MS - 29 * MINUTE_MS, 30],
    [3 * HOUR_MS + MINUTE_MS, 5],
  ] as const)
    expect((await request(inMs, { minutes, mainPartId: world.otherCard })).message).toBe('The time is taken');
  const { startTime } = await kept(one.croId);
  const next = await reserve(0, { startTime: new Date(Date.parse(startTime) + 30 * MINUTE_MS), mainPartId: world.otherCard });
  // What the program refuses, the database refuses as well; the guard that fixes a window is not what is tested here.
  const db = testbed.server.database;
  await db.asSuperuser('alter table reservation_order disable trigger reservation_order_guard');
  await expect(
    db.asSuperuser(`update reservation_order set start_time = start_time - interval '1 minute' where cro_id = ${next.croId}`),
  ).rejects.toThrow('one_reservation_at_a_time');
  await db.asSuperuser('alter table reservation_order enable trigger reservation_order_guard');
  const offer = await api().ok(testbed.anna, reservationOrderApi.offer, { cpCode: PILE });
  expect(offer).toMatchObject({ aheadMaxHours: 72, clearMinutes: 10, taken: [{ gunNumber: 1, startTime }, { gunNumber: 1 }] });
  for (const { croId } of [one, next]) await cancel(croId);
});

test('the limits: not in the past, not too far ahead, not too many', async () => {
  expect((await request(-5 * MINUTE_MS)).message).toBe('The time has passed already');
  expect((await request(72 * HOUR_MS + 5 * MINUTE_MS)).message).toBe('A reservation can be made 72 hours ahead at most');
  expect((await request(HOUR_MS, { minutes: 61 })).message).toBe('A gun of this pile can be kept for 60 minutes at most');
  const both = [await reserve(5 * HOUR_MS), await reserve(7 * HOUR_MS)];
  expect((await request(9 * HOUR_MS)).message).toBe('There are 2 live reservations already, which is the most');
  // Two requests at the same moment are counted one after the other.
  const racing = await Promise.all([9, 11, 13].map((hours) => request(hours * HOUR_MS, { mainPartId: world.otherCard })));
  expect(racing.filter(({ success }) => success)).toHaveLength(2);
  for (const { result } of racing.filter(({ success }) => success)) await cancel(result.croId);
  for (const { croId } of both) await cancel(croId);
});

test('a charge of somebody else is told its end when it begins, and is ended before the window; near the window none begins', async () => {
  const { croId } = await reserve(HOUR_MS);
  const otherNo = await testbed.startCharging({ account: OTHER, energyDwh: 40_000 });
  const { croId: ownLater } = await reserve(5 * HOUR_MS);
  const facts = await testbed.server.database.asSuperuser<{ kind: string }>(
    `select f.kind from order_fact f join charging_order o using (charging_order_id) where o.charging_order_no = '${otherNo}' and f.kind = 'gunPromised'`,
  );
  expect(facts).toHaveLength(1);
  const stops = () =>
    testbed.server.database.asSuperuser<{ because: string }>(
      `select because from device_command where charging_order_no = '${otherNo}' and cmd = 'stop'`,
    );
  testbed.advance(45 * MINUTE_MS);
  await testbed.worker.poll();
  expect(await stops()).toEqual([]);
  testbed.advance(MINUTE_MS + 5_000);
  await testbed.worker.poll();
  expect(await stops()).toEqual([{ because: 'gunReserved' }]);
  await testbed.sendEndRecord(otherNo, 40_000);
  await testbed.plug();
  expect((await remoteStart(world.thirdCard)).message).toBe('The gun is reserved for somebody else');
  expect(await swipe(THIRD)).toMatchObject({ result: 6 });
  // Whoever has reserved it may come a little early, and pays nothing for the time before the window.
  const before = await wallet();
  const { chargingOrderNo } = await kept(croId);
  expect(await testbed.startCharging()).toBe(chargingOrderNo);
  expect(await kept(croId)).toMatchObject({ state: 2, occupyMinutes: 0, occupyAmount: '0.00', keptTime: null, orderState: 2 });
  await testbed.sendEndRecord(chargingOrderNo, 20_000);
  await testbed.worker.poll();
  // 2 kWh at 1.50.
  expect(Number((await wallet())[0])).toBe(Number(before[0]) - 3);
  await cancel(ownLater);
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('the timer keeps the gun when the window begins, and whoever does not come pays for the window', async () => {
  await testbed.plug(1, 2);
  const before = await wallet();
  const { croId, chargingOrderNo } = await reserve(HOUR_MS, { minutes: 20 });
  testbed.advance(HOUR_MS + 1_000);
  await testbed.worker.poll();
  expect(await gun()).toMatchObject({ gunWorkStat: 4, chargingOrderNo });
  expect(await kept(croId)).toMatchObject({ state: 1, orderState: 1, toldState: 1 });
  testbed.advance(5 * MINUTE_MS);
  expect(await offerToCancel(croId)).toMatchObject({ occupyMinutes: 5, feeAmount: '0.50', backAmount: '2.50' });
  testbed.advance(20 * MINUTE_MS);
  // Nobody waits for the job: a start on the gun ends what has run out.
  await testbed.plug();
  expect(await swipe('NOBODY')).toMatchObject({ result: 1 });
  // The platform kept the gun a second or two after the window had begun, and a minute that is not complete costs nothing.
  expect(await kept(croId)).toMatchObject({ state: 4, occupyMinutes: 19, occupyAmount: '1.90' });
  await testbed.worker.poll();
  expect(Number((await wallet())[0])).toBeCloseTo(Number(before[0]) - 1.9, 2);
  expect((await wallet())[0]).toBe((await wallet())[1]);
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a start brings a due window into effect, whatever the timer does; a gun that is not free costs nothing', async () => {
  await testbed.plug();
  const { croId } = await reserve(90 * MINUTE_MS);
  // Somebody who was charging when the reservation was made was not told, and is not cut off.
  testbed.advance(89 * MINUTE_MS);
  testbed.advance(2 * MINUTE_MS);
  expect(await swipe(OTHER)).toMatchObject({ result: 6 });
  expect(await kept(croId)).toMatchObject({ state: 1, orderState: 1 });
  await cancel(croId);

  const running = await testbed.startCharging({ account: OTHER });
  const late = await reserve(30 * MINUTE_MS, { minutes: 30 });
  testbed.advance(31 * MINUTE_MS);
  await testbed.worker.poll();
  await testbed.sample(running, 30_000, { soc: 60 });
  expect(await kept(late.croId)).toMatchObject({ state: 1, orderState: 0, keptTime: null });
  expect(await offerToCancel(late.croId)).toMatchObject({ occupyMinutes: 0, feeAmount: '0.00' });
  await testbed.sendEndRecord(running, 30_000);
  await testbed.plug(1, 2);
  // The worker may have looked at the gun between the end of the charge and the unplugging.
  testbed.advance(GUN_FREE_AGAIN_MS);
  await testbed.worker.poll();
  expect(await kept(late.croId)).toMatchObject({ orderState: 1 });
  testbed.advance(10 * MINUTE_MS);
  await cancel(late.croId);
  expect((await kept(late.croId)).occupyMinutes).toBe(10);
  await testbed.worker.poll();
  expect(await testbed.brokenInvariants()).toEqual([]);
});
