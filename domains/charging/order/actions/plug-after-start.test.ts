import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { inSystem } from '#kit/db/index.ts';
import { PILE } from '../../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../../operator-testbed.fixture.ts';
import { chargingOrderApi, monitorApi } from '../../resources.ts';
import { plugWaitMs } from '../start/plug-wait.rules.ts';

/** A start of a gun of an OCPP station that nothing is plugged into. */
let testbed: OperatorTestbed;
beforeAll(async () => {
  testbed = await startOperatorTestbed({ protocol: 2 });
  await testbed.device.handle(testbed.pile, { kind: 'parameterReport', values: { ConnectionTimeOut: '120' } });
});
afterAll(() => testbed.close());
beforeEach(() => testbed.plug(1, 2));

const server = () => testbed.server;
const gun = async () => {
  const guns = await server().ok(testbed.anna, monitorApi.guns, { stationId: testbed.ids.stationId });
  return guns.find(({ gunNumber }) => gunNumber === 1);
};
const remoteStart = { cpCode: PILE, gunNumber: 1, mainPartType: 2, chargingStrategyType: 1 };

interface WaitingStart {
  readonly chargingOrderId: string;
  readonly chargingOrderNo: string;
  readonly command: Extract<DeviceCommand, { cmd: 'start' }>;
}

/** The start is sent, and the station accepts it. */
const startUnplugged = async (): Promise<WaitingStart> => {
  const opened = await server().ok(testbed.anna, chargingOrderApi.remoteStart, { ...remoteStart, mainPartId: testbed.ids.icCardId });
  const [row] = await testbed.server.database.asSuperuser<{ payload: DeviceCommand }>(
    `update device_command set stat = 1 where charging_order_no = '${opened.chargingOrderNo}' and cmd = 'start' returning payload`,
  );
  if (row?.payload.cmd !== 'start') throw new Error('no start');
  const command = row.payload;
  expect(await inSystem(testbed.deps.database, (tx) => testbed.charging.dispatch.beforeSend?.(tx, command) ?? Promise.resolve(false))).toBe(true);
  const reply = { kind: 'commandReply', commandId: command.commandId, result: 0 } as const;
  await testbed.device.commandSettled(testbed.pile, {
    commandId: command.commandId,
    cmd: 'start',
    atMs: testbed.now(),
    outcome: 'answered',
    reply,
    late: false,
  });
  return { ...opened, command };
};

const plugIn = async ({ command }: WaitingStart) => {
  await testbed.plug(1, 3);
  const startAtMs = testbed.now();
  const started = { kind: 'transactionStarted', gunNumber: 1, idTag: command.idTag, startAtMs, startMeterDwh: 1_000_000 } as const;
  return testbed.charging.handlers.transactionStarted(testbed.pile, started);
};

test('goes out, waits for the plug as long as the station does, and charges', async () => {
  expect(await gun()).toMatchObject({ gunWorkStat: 2, isAwaitingPlug: false, plugWaitS: 120 });
  const waiting = await startUnplugged();
  expect(await gun()).toMatchObject({ gunWorkStat: 5, isAwaitingPlug: true });
  expect(testbed.published).toContainEqual({
    topic: `station:${testbed.ids.stationId}`,
    data: expect.objectContaining({ gunNumber: 1, chargingOrderNo: waiting.chargingOrderNo, changed: true }),
  });
  testbed.advance(115_000);
  await testbed.worker.poll();
  expect(await testbed.orderRow(waiting.chargingOrderNo)).toMatchObject({ order_state: 6 });
  const before = testbed.published.length;
  const { transactionId, accepted } = await plugIn(waiting);
  expect(accepted).toBe(true);
  expect(testbed.published.slice(before)).toContainEqual({
    topic: `station:${testbed.ids.stationId}`,
    data: expect.objectContaining({ gunNumber: 1, chargingOrderNo: waiting.chargingOrderNo, changed: true }),
  });
  expect(await gun()).toMatchObject({ isAwaitingPlug: false });
  expect(await testbed.orderRow(waiting.chargingOrderNo)).toMatchObject({ order_state: 2, transaction_id: transactionId });
  testbed.advance(60_000);
  const digest = waiting.chargingOrderNo.padEnd(64, '0');
  const stop = { gunNumber: 0, orderType: 1, stopMeterDwh: 1_010_000, stopReason: 3, checkCode: 'absent', fromStore: false, digest } as const;
  await testbed.charging.handlers.endRecord(testbed.pile, { kind: 'endRecord', transactionId, stopAtMs: testbed.now(), ...stop });
  await testbed.worker.poll();
  expect(await testbed.orderRow(waiting.chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 150n });
});

test('ends with its reason when nothing is plugged in, and frees gun and money', async () => {
  const { chargingOrderId, chargingOrderNo } = await startUnplugged();
  // Some stations call it the same, whether a car or only a start is there.
  await testbed.plug(1, 3);
  expect(await gun()).toMatchObject({ gunWorkStat: 5, isAwaitingPlug: true });
  await testbed.plug(1, 2);
  testbed.advance(45_000 + 120_000 + 90_000 + 1_000);
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, abnormal_reason: null, billing_amount: 0n });
  expect(await gun()).toMatchObject({ gunWorkStat: 2, isAwaitingPlug: false });
  const log = await server().ok(testbed.anna, chargingOrderApi.orderLog, { id: chargingOrderId });
  expect(log.find(({ name }) => name === 'cancelled')).toMatchObject({ detail: 'nothing was plugged in in time' });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('is taken back by an operator while nothing is plugged in', async () => {
  const { chargingOrderNo } = await startUnplugged();
  await server().ok(testbed.anna, chargingOrderApi.remoteStop, { chargingOrderNo });
  await testbed.worker.poll();
  expect(await testbed.orderRow(chargingOrderNo)).toMatchObject({ order_state: 4, billing_amount: 0n });
  expect(await gun()).toMatchObject({ gunWorkStat: 2, isAwaitingPlug: false });
  expect(await testbed.brokenInvariants()).toEqual([]);
});

test('that ended is stopped when a car comes after all', async () => {
  const waiting = await startUnplugged();
  testbed.advance(300_000);
  await testbed.worker.poll();
  const { transactionId } = await plugIn(waiting);
  const stops = await testbed.server.database.asSuperuser<{ payload: DeviceCommand }>(
    `select payload from device_command where charging_order_no = '${waiting.chargingOrderNo}' and cmd = 'stop'`,
  );
  expect(stops).toMatchObject([{ payload: { transactionId } }]);
  await testbed.server.database.asSuperuser(`delete from device_command where charging_order_no = '${waiting.chargingOrderNo}'`);
});

test('of a gun that still holds the cable of the car before waits for nothing', async () => {
  await testbed.plug(1, 7);
  const answer = await server().call(testbed.anna, chargingOrderApi.remoteStart, { ...remoteStart, mainPartId: testbed.ids.icCardId });
  expect(answer).toMatchObject({ success: false, refusal: 'gun.mustReplug' });
});

test.each([
  [null, 60_000],
  ['45', 45_000],
  ['0', 600_000],
  ['99999', 600_000],
  ['soon', 60_000],
])('waits as the station says: %s', (told, waitMs) => {
  expect(plugWaitMs(told)).toBe(waitMs);
});
