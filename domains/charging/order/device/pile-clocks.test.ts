import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import { charging, chargingOrderApi } from '../../resources.ts';
import { chargingRoutes } from '../../server.ts';
import { CARD, PILE, startChargingTestbed } from '../../charging-testbed.fixture.ts';
import type { ChargingTestbed } from '../../charging-testbed.fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let testbed: ChargingTestbed;
let pile: PileRef;
let meterDwh = 1_000_000;
beforeAll(async () => {
  testbed = await startChargingTestbed({
    protocol: 2,
    domains: [charging],
    routes: (deps) => chargingRoutes(deps),
  });
  pile = { ...testbed.pile, protocol: 'ocpp16' };
  // It has been connected for longer than its clock is off.
  testbed.clockOffset.ms = 3 * HOUR_MS;
});
afterAll(() => testbed.close());

const now = (): number => Date.now() + testbed.clockOffset.ms;
const ask = <T extends object>(text: string, ...values: readonly unknown[]) => testbed.server.database.asSuperuser<T>(text, values);
const plug = (offMs = 0) =>
  testbed.device.handle(pile, { kind: 'gunStatus', gunNumber: 1, gunWorkStat: 3, gunFaultType: 0, plugged: true, atMs: now() + offMs });

/** The tag of an operator's start that was sent to the pile. */
const commanded = async (): Promise<{ readonly chargingOrderNo: string; readonly idTag: string }> => {
  const payer = { mainPartType: 2, mainPartId: testbed.ids.icCardId, chargingStrategyType: 1 } as const;
  const { chargingOrderNo } = await testbed.server.ok(testbed.staff, chargingOrderApi.remoteStart, { cpCode: PILE, gunNumber: 1, ...payer });
  const [row] = await ask<{ payload: DeviceCommand }>(`select payload from device_command where charging_order_no = $1`, chargingOrderNo);
  if (row?.payload.cmd !== 'start') throw new Error('no start was sent');
  const { payload } = row;
  await inSystem(testbed.deps.database, (tx) => testbed.charging.dispatch.beforeSend?.(tx, payload) ?? Promise.resolve(false));
  return { chargingOrderNo, idTag: payload.idTag };
};

interface Session {
  readonly minutes: number;
  /** The error of the pile's clock in each minute. */
  readonly offMs: (minute: number) => number;
  readonly byCard?: boolean;
}

/** An operator's start or a card's, a sample of one kWh a minute, and its end. */
const charge = async ({ minutes, offMs, byCard = false }: Session) => {
  await testbed.fund(`card:${testbed.ids.icCardId}`, 300_00n);
  await plug(offMs(0));
  const asked = byCard ? { idTag: CARD } : await commanded();
  testbed.clockOffset.ms += 5_000;
  const startMs = now();
  const begun = { kind: 'transactionStarted', gunNumber: 1, idTag: asked.idTag, startAtMs: startMs + offMs(0), startMeterDwh: meterDwh } as const;
  const { transactionId, accepted } = await testbed.charging.handlers.transactionStarted(pile, begun);
  expect(accepted).toBe(true);
  for (let minute = 1; minute <= minutes; minute++) {
    testbed.clockOffset.ms += MINUTE_MS;
    const measured = { currentDa: 1_500, powerW: 60_000, meterDwh: meterDwh + minute * 10_000 };
    const sample = { kind: 'chargingSample', transactionId, gunNumber: 1, atMs: now() + offMs(minute), ...measured } as const;
    expect(await testbed.charging.handlers.chargingSample(pile, sample)).toEqual({ result: 0 });
  }
  const [live] = await ask<{ energy: bigint; amount: bigint; ago: number }>(
    `select charging_elec as energy, charging_amount as amount, extract(epoch from $1::timestamptz - reported_at)::float8 as ago from gun_live where cp_code = $2 and gun_number = 1`,
    new Date(now()),
    PILE,
  );
  meterDwh += minutes * 10_000;
  const stop = { stopAtMs: now() + offMs(minutes), stopMeterDwh: meterDwh, stopReason: 1, checkCode: 'absent', fromStore: false } as const;
  const digest = `${transactionId}`.padEnd(64, '0');
  const endRecord = { kind: 'endRecord', transactionId, gunNumber: 0, orderType: 1, digest, ...stop } as const;
  expect(await testbed.charging.handlers.endRecord(pile, endRecord)).toEqual({ result: 0 });
  await testbed.worker.poll();
  const [row = {}] = await ask<Record<string, unknown>>(`select * from charging_order where transaction_id = $1`, transactionId);
  const bill = await testbed.server.ok(testbed.staff, chargingOrderApi.billingDetail, { id: String(row['charging_order_id']) });
  const [samples] = await ask<{ first: number; last: number; count: number }>(
    `select extract(epoch from min(at) - $2::timestamptz)::float8 as first, extract(epoch from max(at) - $2::timestamptz)::float8 as last, count(*)::int
      from charging_sample where charging_order_id = $1`,
    row['charging_order_id'],
    new Date(startMs),
  );
  return { row, live, samples, bill, startMs };
};

const steady = (offMs: number) => () => offMs;
/** The clock is wrong until the tenth minute, when it is set. */
const setRight = (offMs: number) => (minute: number) => (minute < 10 ? offMs : 0);

test.each<readonly [string, Session]>([
  ['is right', { minutes: 20, offMs: steady(0) }],
  ['is two hours slow', { minutes: 20, offMs: steady(-2 * HOUR_MS) }],
  ['is two hours fast', { minutes: 20, offMs: steady(2 * HOUR_MS) }],
  ['is twenty minutes slow', { minutes: 30, offMs: steady(-20 * MINUTE_MS) }],
  ['was slow, and is set right', { minutes: 20, offMs: setRight(-2 * HOUR_MS) }],
  ['was fast, and is set right', { minutes: 20, offMs: setRight(2 * HOUR_MS) }],
  ['is an hour slow at a card', { minutes: 20, offMs: steady(-HOUR_MS), byCard: true }],
  ['is an hour fast at a card', { minutes: 20, offMs: steady(HOUR_MS), byCard: true }],
])('an OCPP pile whose clock %s: its order is priced, shown, ended and billed by ours', async (_name, session) => {
  const { row, live, samples, bill, startMs } = await charge(session);
  const seconds = session.minutes * 60;
  expect(live).toMatchObject({ energy: BigInt(session.minutes * 10_000), amount: BigInt(session.minutes * 150) });
  expect(live?.ago).toBeLessThan(30);
  expect(samples).toMatchObject({ count: session.minutes, first: expect.closeTo(60, -2), last: expect.closeTo(seconds, -2) });
  expect(row).toMatchObject({ order_state: 4, abnormal_reason: null, billing_amount: BigInt(session.minutes * 150) });
  const lasted = [row['start_time'], row['stop_time']].map((at) => (Number(at) - startMs) / 1_000);
  expect(lasted).toEqual([expect.closeTo(0, -2), expect.closeTo(seconds, -2)]);
  expect(bill.calculation).toMatchObject({ basis: 'samples' });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('a start that was kept while the pile was away stays when it was', async () => {
  const startMs = now();
  testbed.clockOffset.ms += HOUR_MS;
  const verdict = await testbed.device.login({ cpCode: PILE, protocol: 'ocpp16', remoteAddress: '127.0.0.1', overTls: false, atMs: now() });
  if (verdict.result !== 0) throw new Error(`login ${verdict.result}`);
  pile = { ...pile, epoch: verdict.epoch };
  const told = { kind: 'transactionStarted', gunNumber: 1, idTag: CARD, startAtMs: startMs, startMeterDwh: meterDwh } as const;
  const { transactionId } = await testbed.charging.handlers.transactionStarted(pile, told);
  const stop = { stopAtMs: startMs + 30 * MINUTE_MS, stopMeterDwh: meterDwh + 10_000, stopReason: 1, checkCode: 'absent', fromStore: false } as const;
  meterDwh += 10_000;
  const endRecord = { kind: 'endRecord', transactionId, gunNumber: 0, orderType: 1, digest: 'd'.repeat(64), ...stop } as const;
  expect(await testbed.charging.handlers.endRecord(pile, endRecord)).toEqual({ result: 0 });
  await testbed.worker.poll();
  const [row] = await ask<Record<string, unknown>>(`select * from charging_order where transaction_id = $1`, transactionId);
  expect(row).toMatchObject({ order_state: 4, start_time: new Date(startMs), stop_time: new Date(stop.stopAtMs) });
});

test('a start that a pile with a fast clock tells again is the same start, one of another card or meter is not', async () => {
  await plug(10 * MINUTE_MS);
  const told = { kind: 'transactionStarted', gunNumber: 1, idTag: CARD, startAtMs: now() + 10 * MINUTE_MS, startMeterDwh: meterDwh } as const;
  const first = await testbed.charging.handlers.transactionStarted(pile, told);
  expect(first).toMatchObject({ accepted: true });
  testbed.clockOffset.ms += MINUTE_MS;
  expect(await testbed.charging.handlers.transactionStarted(pile, told)).toEqual(first);
  expect(await testbed.charging.handlers.transactionStarted(pile, { ...told, idTag: 'OTHER' })).toMatchObject({ accepted: false });
  expect(await testbed.charging.handlers.transactionStarted(pile, { ...told, startMeterDwh: meterDwh + 10 })).toMatchObject({
    accepted: false,
    reason: 8,
  });
  const stop = { stopAtMs: now() + 10 * MINUTE_MS, stopMeterDwh: meterDwh + 500, stopReason: 1, checkCode: 'absent', fromStore: false } as const;
  const endRecord = { kind: 'endRecord', transactionId: first.transactionId, gunNumber: 0, orderType: 1, digest: 'f'.repeat(64), ...stop } as const;
  await testbed.charging.handlers.endRecord(pile, endRecord);
  meterDwh += 500;
  // Also long after it has ended.
  expect(await testbed.charging.handlers.transactionStarted(pile, told)).toEqual(first);
});

test('a start told without an instant is known again while it lasts', async () => {
  await plug();
  const told = { kind: 'transactionStarted', gunNumber: 1, idTag: CARD, undated: true, startMeterDwh: meterDwh } as const;
  const tell = () => testbed.charging.handlers.transactionStarted(pile, { ...told, startAtMs: now() });
  const first = await tell();
  expect(first).toMatchObject({ accepted: true });
  testbed.clockOffset.ms += MINUTE_MS;
  expect(await tell()).toEqual(first);
  const stop = { stopAtMs: now(), stopMeterDwh: meterDwh, stopReason: 1, checkCode: 'absent', fromStore: false } as const;
  const endRecord = { kind: 'endRecord', transactionId: first.transactionId, gunNumber: 0, orderType: 1, digest: 'e'.repeat(64), ...stop } as const;
  await testbed.charging.handlers.endRecord(pile, endRecord);
  await testbed.worker.poll();
  testbed.clockOffset.ms += MINUTE_MS;
  expect((await tell()).transactionId).not.toBe(first.transactionId);
});

test('whether a pile is there does not depend on what it takes for the time', async () => {
  await plug(2 * HOUR_MS);
  const [seen] = await ask<{ state: number; gun: number }>(
    `select extract(epoch from s.last_seen - $1::timestamptz)::float8 as state, extract(epoch from l.reported_at - $1::timestamptz)::float8 as gun
      from pile_state s join gun_live l using (cp_code) where cp_code = $2 and gun_number = 1`,
    new Date(now()),
    PILE,
  );
  expect(seen?.state).toBeLessThan(30);
  expect(seen?.gun).toBeLessThan(30);
});
