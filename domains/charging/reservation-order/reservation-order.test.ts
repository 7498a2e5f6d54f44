import { afterAll, beforeAll, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import { gunApi, pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { viewers } from '#kit/test/server.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import { chargingOrderApi, reservationOrderApi } from '../resources.ts';
import { CARD, PILE } from '../charging-testbed.fixture.ts';
import { reservationExpiryJob } from './expiry.server.ts';

const MINUTE_MS = 60_000;
const OTHER = 'CARD0002';

let testbed: OperatorTestbed;
const world = { crcId: '', otherCard: '' };
beforeAll(async () => {
  testbed = await startOperatorTestbed();
  const details = [
    { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
    { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' },
  ];
  world.crcId = (await api().ok(testbed.anna, reservationConfApi.add, { crcName: 'Usual', details })).crcId;
  world.otherCard = (await api().ok(testbed.anna, cardApi.add, { icCardNo: OTHER, canDiscount: 1 })).icCardId;
  await testbed.fund(`card:${world.otherCard}`, 50_00n);
});
afterAll(() => testbed.close());

const api = () => testbed.server;
const make = (more: object = {}, viewer: Viewer = testbed.anna) =>
  api().call(viewer, reservationOrderApi.make, {
    cpCode: PILE,
    gunNum: 1,
    mainPartType: 2,
    mainPartId: testbed.ids.icCardId,
    minutes: 60,
    ...more,
  });
const made = async (more: object = {}) => {
  const { success, message, result } = await make(more);
  expect([success, message]).toEqual([true, expect.anything()]);
  return result;
};
const gun = async () => (await api().ok(testbed.anna, gunApi.list, { cpCode: PILE })).records.find(({ gunNumber }) => gunNumber === 1);
const kept = (croId: string) => api().ok(testbed.anna, reservationOrderApi.queryById, { id: croId });
const wallet = async (id = testbed.ids.icCardId) => {
  const { cardBalance, availableBal } = await api().ok(testbed.anna, cardApi.queryById, { id });
  return [cardBalance, availableBal];
};
const runJob = () =>
  inSystem(testbed.server.database, (tx) => reservationExpiryJob(testbed.deps).run({ tx, now: new Date(testbed.now()), params: {} }), {
    idempotent: true,
  });
const journals = (no: string) =>
  testbed.server.database.asSuperuser<{ kind: string; amount: bigint; credit: string }>(
    `select j.kind, p.amount, a.code as credit from ledger.journal j join ledger.posting p using (journal_id) join ledger.account a on a.account_id = p.credit_id
      where j.source_type = 'reservation' and j.source_id = '${no}'`,
  );

test('a gun is kept only where a pile offers it, by enabled terms, for as long as they go, and while it is free', async () => {
  expect((await make()).message).toBe('The pile takes no reservations');
  await api().ok(testbed.anna, pileApi.edit, { cpCode: PILE, canBeReservation: 1 });
  expect((await make()).message).toBe('The reservation terms are not enabled');
  await api().ok(testbed.anna, pileApi.edit, { cpCode: PILE, crcId: world.crcId });
  await api().ok(testbed.anna, reservationConfApi.changeState, { entityId: world.crcId, setState: 0 });
  expect((await make()).message).toBe('The reservation terms are not enabled');
  await api().ok(testbed.anna, reservationConfApi.changeState, { entityId: world.crcId, setState: 1 });
  expect((await make({ minutes: 61 })).message).toBe('A gun of this pile can be kept for 60 minutes at most');
  expect(await make({ gunNum: 3 })).toMatchObject({ status: 404 });
  await testbed.plug(1, 7);
  expect((await make()).message).toBe('The gun is not free');
  await testbed.plug(1, 9);
  expect((await make({}, { ...testbed.anna, language: 'zh_CN' })).message).toBe('充电枪故障');
  await testbed.plug(1, 3);
  const poor = (await api().ok(testbed.anna, cardApi.add, { icCardNo: 'CARD0003', canDiscount: 1 })).icCardId;
  expect((await make({ mainPartId: poor })).success).toBe(false);
  expect(await api().ok(testbed.anna, reservationOrderApi.list, {})).toMatchObject({ total: 0 });
  expect(await api().ok(testbed.anna, reservationOrderApi.offer, { cpCode: PILE })).toMatchObject({
    canBeReservation: true,
    terms: { crcName: 'Usual', isEnabled: true, maxMinutes: 60, details: [{ occupyFeeUnit: '0.00' }, { occupyFeeUnit: '0.20' }] },
    currency: 'CNY',
    guns: [{ gunNumber: 1, gunWorkStat: 3 }, { gunNumber: 2 }],
  });
});

test('kept, the gun shows it and takes nobody else; cancelled, the time is paid for, the rest of the money and the gun are free', async () => {
  const { croId, reservationOrderNo, chargingOrderNo } = await made();
  expect(await gun()).toMatchObject({ gunWorkStat: 4, chargingOrderNo });
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 1, reservation_id: BigInt(croId), next_wake_at: null });
  expect(await kept(croId)).toMatchObject({
    state: 1,
    reservationOrderNo,
    icCardNo: CARD,
    crcId_dictText: 'Usual',
    occupyAmount: null,
    orderState: 1,
    chargingOrderNo,
  });
  // The pile's least amount, and the dearest the hour can become.
  expect(await wallet()).toEqual(['100.00', '90.00']);
  expect((await make({ mainPartId: world.otherCard })).message).toBe('The time is taken');
  expect((await api().call(testbed.anna, pileApi.changeState, { entityId: PILE, setState: 0 })).message).toMatch(
    /1 gun of pile Pile is charging or reserved/,
  );
  expect((await make({ gunNum: 2 })).message).toBe('The account is charging already');
  const start = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: world.otherCard, chargingStrategyType: 1 } as const;
  expect((await api().call(testbed.anna, chargingOrderApi.remoteStart, start)).message).toBe('The gun is reserved for somebody else');
  const swipe = { kind: 'startRequest', gunNumber: 1, accountType: 1, strategyType: 1, strategyValE2: 0 } as const;
  expect(await testbed.charging.handlers.startRequest(testbed.pile, { ...swipe, account: OTHER, atMs: testbed.now() })).toMatchObject({ result: 6 });
  const byAmount = { ...start, mainPartId: testbed.ids.icCardId, chargingStrategyType: 2, chargingStrategyVal: '5' } as const;
  expect((await api().call(testbed.anna, chargingOrderApi.remoteStart, byAmount)).message).toBe('What was reserved charges as it was reserved');
  // Terms that change later do not change what was agreed.
  const { version } = await api().ok(testbed.anna, reservationConfApi.queryById, { id: world.crcId });
  const dear = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '9.00' }];
  const { details } = await kept(croId);
  await api().ok(testbed.anna, reservationConfApi.edit, { crcId: world.crcId, version, details: dear });

  testbed.advance(20 * MINUTE_MS);
  await api().ok(testbed.anna, reservationOrderApi.cancel, { id: croId });
  expect(await kept(croId)).toMatchObject({ state: 3, occupyMinutes: 20, occupyAmount: '1.00', shortfallAmount: '0.00' });
  expect(await wallet()).toEqual(['99.00', '99.00']);
  expect(await gun()).toMatchObject({ gunWorkStat: 3, chargingOrderNo: null });
  expect((await api().call(testbed.anna, reservationOrderApi.cancel, { id: croId })).message).toBe('The order is not a reservation that waits');
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 0n });
  expect(await journals(reservationOrderNo)).toEqual([{ kind: 'reserve_fee', amount: 100n, credit: `occupancy:${testbed.ids.stationId}` }]);
  expect(await wallet()).toEqual(['99.00', '99.00']);
  expect(await testbed.brokenInvariants()).toEqual([]);
  await api().ok(testbed.anna, reservationConfApi.edit, { crcId: world.crcId, details });
});

test('what has run out is ended by the job, once, whoever runs it beside, and costs its whole time and no more', async () => {
  const { croId, reservationOrderNo, chargingOrderNo } = await made({ minutes: 30 });
  testbed.advance(30 * MINUTE_MS - 1_000);
  expect(await runJob()).toEqual({ expired: 0, failed: 0 });
  testbed.advance(20 * MINUTE_MS);
  await testbed.worker.poll();
  expect(await kept(croId)).toMatchObject({ state: 1 });
  const [one, other] = await Promise.all([runJob(), runJob()]);
  expect((one?.['expired'] ?? 0) + (other?.['expired'] ?? 0)).toBe(1);
  expect(await runJob()).toEqual({ expired: 0, failed: 0 });
  expect(await kept(croId)).toMatchObject({ state: 4, occupyMinutes: 30, occupyAmount: '3.00' });
  expect(await wallet()).toEqual(['96.00', '96.00']);
  expect(await gun()).toMatchObject({ gunWorkStat: 3, chargingOrderNo: null });
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4 });
  expect(await journals(reservationOrderNo)).toMatchObject([{ amount: 300n }]);
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('one whose facts are damaged keeps no other from ending', async () => {
  const bad = await made({ minutes: 5 });
  const good = await made({ minutes: 5, gunNum: 2, mainPartId: world.otherCard });
  const db = testbed.server.database;
  const facts = `from order_fact where charging_order_id = ${bad.chargingOrderId} and kind = 'created'`;
  const [kind] = await db.asSuperuser<{ content: object }>(`select content ${facts}`);
  // Facts cannot be changed through the program, so the test damages this one as a superuser.
  await db.asSuperuser('alter table order_fact disable trigger order_fact_guard');
  await db.asSuperuser(`update order_fact set content = '{}' where charging_order_id = ${bad.chargingOrderId} and kind = 'created'`);
  testbed.advance(6 * MINUTE_MS);
  expect(await runJob()).toEqual({ expired: 1, failed: 1 });
  expect(await kept(good.croId)).toMatchObject({ state: 4, occupyAmount: '0.00' });
  await db.asSuperuser(`update order_fact set content = $1::jsonb where charging_order_id = ${bad.chargingOrderId} and kind = 'created'`, [
    JSON.stringify(kind?.content),
  ]);
  await db.asSuperuser('alter table order_fact enable trigger order_fact_guard');
  // The job is not needed: a request for the gun ends an expired reservation.
  const { success } = await make({ mainPartId: world.otherCard, minutes: 5 });
  expect(success).toBe(true);
  expect(await kept(bad.croId)).toMatchObject({ state: 4 });
  testbed.advance(6 * MINUTE_MS);
  expect(await runJob()).toEqual({ expired: 1, failed: 0 });
});

test('who comes in time charges on the order that was reserved, and pays the time with it', async () => {
  const before = await wallet();
  expect(before).toEqual(['96.00', '96.00']);
  const { croId, chargingOrderNo, reservationOrderNo } = await made();
  testbed.advance(25 * MINUTE_MS);
  const query = { kind: 'accountQuery', gunNumber: 1, accountType: 1, account: CARD, atMs: testbed.now() } as const;
  expect(await testbed.charging.handlers.accountQuery(testbed.pile, query)).toMatchObject({ result: 0, balanceCents: 96_00 });
  expect(await testbed.startCharging({ energyDwh: 20_000 })).toBe(chargingOrderNo);
  expect(await kept(croId)).toMatchObject({ state: 2, occupyMinutes: 25, occupyAmount: '2.00', orderState: 2 });
  expect(await journals(reservationOrderNo)).toEqual([]);
  expect(await gun()).toMatchObject({ chargingOrderNo });
  await testbed.sendEndRecord(chargingOrderNo, 20_000);
  await testbed.worker.poll();
  // 2 kWh at 1.50.
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 300n });
  expect(await journals(reservationOrderNo)).toMatchObject([{ kind: 'reserve_fee', amount: 200n }]);
  expect(await wallet()).toEqual(['91.00', '91.00']);
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a pile that charged on its own ends the reservation too, whatever its clock says', async () => {
  await testbed.plug();
  const { croId, chargingOrderNo } = await made({ minutes: 10 });
  await testbed.sendEndRecord(chargingOrderNo, 10_000, { startAtMs: testbed.now() - 2 * MINUTE_MS, stopAtMs: testbed.now() - MINUTE_MS });
  expect(await kept(croId)).toMatchObject({ state: 2, occupyMinutes: 0 });
  await testbed.worker.poll();
  expect(await kept(croId)).toMatchObject({ orderState: 4 });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('the operator starts for the party that has come; others see nothing of it', async () => {
  await testbed.plug();
  const { croId, chargingOrderNo } = await made({ minutes: 10 });
  const foreign = viewers.tenant('999999');
  expect(await api().call(foreign, reservationOrderApi.queryById, { id: croId })).toMatchObject({ status: 404 });
  expect(await api().call(foreign, reservationOrderApi.cancel, { id: croId })).toMatchObject({ status: 404 });
  expect(await make({}, foreign)).toMatchObject({ status: 404 });
  const start = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: testbed.ids.icCardId, chargingStrategyType: 1 } as const;
  expect(await api().ok(testbed.anna, chargingOrderApi.remoteStart, start)).toMatchObject({ chargingOrderNo });
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 6 });
  expect(await gun()).toMatchObject({ gunWorkStat: 5 });
  expect(await kept(croId)).toMatchObject({ state: 2, occupyAmount: '0.00' });
  // The database holds what was decided.
  const write = (set: string) => testbed.server.database.asSuperuser(`update reservation_order set ${set} where cro_id = ${croId}`);
  for (const set of [
    'state = 1, end_time = null, occupy_minutes = null, occupy_amount = null',
    'occupy_amount = 500',
    "expire_time = expire_time + interval '1 h'",
  ])
    await expect(write(set)).rejects.toThrow('has ended, or its terms are fixed');
});
