import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enablePiles, pileDefaults, startDeviceTestbed } from '#domains/device/device-testbed.fixture.ts';
import type { DeviceTestbed } from '#domains/device/device-testbed.fixture.ts';
import { deviceCommandApi } from '#domains/device/resources.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { viewers } from '#kit/test/server.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { alarm, exceptionConfApi, exceptionRecordApi } from '#domains/alarm/resources.ts';
import { alarmRoutes, ensureExceptionConfs, startExceptionWorker } from '#domains/alarm/server.ts';

let testbed: DeviceTestbed;
let worker: PollingWorker;
/** The clock of the worker goes ahead of ours by this time; in milliseconds. */
let aheadMs = 0;

const routes = (database: TestDatabase) => alarmRoutes({ database, secrets: testSecrets, egress: createEgress(), services: new Set() });

beforeAll(async () => {
  testbed = await startDeviceTestbed({ domains: [alarm], routes });
  const { server, staff, stationId } = testbed;
  await ensureExceptionConfs(server.database);
  for (const cpCode of ['EX1', 'EX2', 'EX3', 'EX4', 'EX5', 'EX6', 'EX7'])
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol: 2 });
  await enablePiles(testbed, ['EX1', 'EX2', 'EX3', 'EX4', 'EX5', 'EX6', 'EX7']);
  worker = startExceptionWorker({ ...testbed.deps, clock: () => new Date(Date.now() + aheadMs) });
});
afterAll(async () => {
  await worker.stop();
  await testbed.server.close();
});
beforeEach(() => {
  aheadMs = 0;
});

const epochs = new Map<string, number>();
const logIn = async (cpCode: string) => {
  const verdict = await testbed.handlers.login({ cpCode, protocol: 'ocpp16', remoteAddress: '::1', overTls: false, atMs: Date.now() });
  epochs.set(cpCode, 'epoch' in verdict ? verdict.epoch : 0);
};
const pileOf = (cpCode: string) => ({ cpCode, epoch: epochs.get(cpCode) ?? 0, protocol: 'ocpp16' }) as const;
const logOut = (cpCode: string) => testbed.handlers.disconnected(pileOf(cpCode), 'closed');
const gunFault = (cpCode: string, gunFaultType: number) =>
  testbed.handlers.handle(pileOf(cpCode), {
    kind: 'gunStatus',
    gunNumber: 1,
    gunWorkStat: gunFaultType === 0 ? 2 : 9,
    gunFaultType,
    plugged: false,
    atMs: Date.now(),
  });
const pileFault = (cpCode: string, cpFaultType: number) =>
  testbed.handlers.handle(pileOf(cpCode), { kind: 'pileStatus', cpWorkStat: cpFaultType === 0 ? 1 : 7, cpFaultType, details: {}, atMs: Date.now() });

/** Lets time pass for the worker. */
const after = async (seconds: number) => {
  aheadMs += seconds * 1_000;
  await worker.poll();
};
const recordsOf = async (cpCode: string, viewer = testbed.staff) =>
  (await testbed.server.ok(viewer, exceptionRecordApi.list, { cpCode, pageSize: '100' })).records.filter(({ exceptionType }) => exceptionType !== 5);

test('a fault that lasts opens once, is over after its delay, and ended by itself', async () => {
  await logIn('EX1');
  await gunFault('EX1', 65);
  await gunFault('EX1', 65);
  await after(0);
  expect(await recordsOf('EX1')).toEqual([]);
  await after(31);
  expect(await recordsOf('EX1')).toMatchObject([
    { exceptionType: 2, exceptionCode: 65, exceptionLevel: 2, gunNumber: 1, isPresent: 1, solveStat: 0, faultEndTime: null, duration: null },
  ]);
  aheadMs = 0;
  await gunFault('EX1', 0);
  await after(61);
  const [record] = await recordsOf('EX1');
  expect(record).toMatchObject({ isPresent: 0, solveStat: 3, solveUser: null });
  expect(record?.duration).toBe(Math.round((Date.parse(record?.faultEndTime ?? '') - Date.parse(record?.errorTime ?? '')) / 1_000));
  expect(Date.parse(record?.faultEndTime ?? '')).toBeLessThanOrEqual(Date.now());
});

test('a fault that is over within its delay opens nothing; another code of the gun is another exception', async () => {
  await logIn('EX2');
  await gunFault('EX2', 65);
  await gunFault('EX2', 66);
  await after(31);
  expect((await recordsOf('EX2')).map(({ exceptionCode }) => exceptionCode)).toEqual([66]);
});

test('an emergency stop opens at once, explains the faults of its guns, and a code without a name is recorded quietly', async () => {
  await logIn('EX3');
  await gunFault('EX3', 72);
  await pileFault('EX3', 2);
  await after(0);
  expect(await recordsOf('EX3')).toMatchObject([{ exceptionType: 1, exceptionCode: 2, exceptionLevel: 1, suppressedBy: null }]);
  await after(31);
  expect(
    (await recordsOf('EX3'))
      .map(({ exceptionType, suppressedBy }) => [exceptionType, suppressedBy])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [1, null],
    [2, 2],
  ]);
  await gunFault('EX3', 199);
  await after(31);
  expect(await recordsOf('EX3')).toContainEqual(expect.objectContaining({ exceptionCode: 199, exceptionLevel: 3 }));
  const [conf] = (await testbed.server.ok(testbed.staff, exceptionConfApi.list, { exceptionType: '2', exceptionCode: '199' })).records;
  expect(conf).toMatchObject({ isWarning: 0, exceptionConfDesc: '未知(199)' });
});

test('a pile that is lost is an exception after two minutes and explains its other ones; a short loss is none', async () => {
  await logIn('EX4');
  await gunFault('EX4', 65);
  await after(31);
  aheadMs = 0;
  await logOut('EX4');
  await after(119);
  const all = async () => (await testbed.server.ok(testbed.staff, exceptionRecordApi.list, { cpCode: 'EX4' })).records;
  expect((await all()).map(({ exceptionType }) => exceptionType)).toEqual([2]);
  await after(2);
  expect(
    (await all()).map(({ exceptionType, suppressedBy }) => [exceptionType, suppressedBy]).toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [2, 1],
    [5, null],
  ]);
  aheadMs = 0;
  await logIn('EX4');
  await after(61);
  expect(
    (await all())
      .map(({ exceptionType, isPresent, suppressedBy }) => [exceptionType, isPresent, suppressedBy])
      .toSorted(([one], [other]) => Number(one) - Number(other)),
  ).toEqual([
    [2, 1, null],
    [5, 0, null],
  ]);
});

test('a fault that comes and goes is one unstable exception', async () => {
  await logIn('EX5');
  for (let times = 0; times < 7; times += 1) {
    await gunFault('EX5', 70);
    await worker.poll();
    await gunFault('EX5', 0);
    await worker.poll();
  }
  expect(await recordsOf('EX5')).toMatchObject([{ exceptionCode: 70, isUnstable: 1, isPresent: 1 }]);
  expect((await recordsOf('EX5'))[0]?.flapCount).toBeGreaterThan(5);
  await after(15 * 60);
  expect(await recordsOf('EX5')).toMatchObject([{ isPresent: 0, isUnstable: 1 }]);
});

test('somebody acknowledges and solves it; solved while it lasts, it is open again after a day', async () => {
  const { server, staff } = testbed;
  await logIn('EX6');
  await gunFault('EX6', 65);
  await after(31);
  const id = (await recordsOf('EX6'))[0]?.exceptionRecordId ?? '';
  expect((await server.call(viewers.tenant('999'), exceptionRecordApi.acknowledge, { id })).status).toBe(404);
  await server.ok(staff, exceptionRecordApi.acknowledge, { id });
  expect(await recordsOf('EX6')).toMatchObject([{ solveStat: 1, ackUser: staff.username }]);
  expect((await server.call(staff, exceptionRecordApi.solve, { exceptionRecordId: id, solveRemark: '' })).success).toBe(false);
  await server.ok(staff, exceptionRecordApi.solve, { exceptionRecordId: id, solveRemark: 'new plug' });
  expect(await recordsOf('EX6')).toMatchObject([{ solveStat: 2, solveRemark: 'new plug', solveUser: staff.username, isPresent: 1 }]);
  expect(await server.call(staff, exceptionRecordApi.solve, { exceptionRecordId: id, solveRemark: 'again' })).toMatchObject({
    success: false,
    message: 'The exception is solved already',
  });
  await after(24 * 3_600);
  expect(await recordsOf('EX6')).toMatchObject([{ solveStat: 0, shelvedUntil: null, isPresent: 1 }]);
});

test('an event is a closed record at once; what a tenant does not want is not recorded', async () => {
  const { server, staff } = testbed;
  const { tenantId, agentId, stationId } = await server.ok(staff, pileApi.queryById, { id: 'EX7' });
  const failedStart = () =>
    inSystem(server.database, (tx) =>
      reportExceptionEvent(
        tx,
        { tenantId, agentId, stationId, subject: 'EX7', isPile: true },
        { event: { exceptionType: 3, exceptionCode: 161, gunNumber: 1, detail: 'N1' }, times: { atMs: 0, nowMs: Date.now() } },
      ),
    );
  await failedStart();
  await worker.poll();
  expect(await recordsOf('EX7')).toMatchObject([{ exceptionType: 3, exceptionCode: 161, isPresent: 0, duration: 0, solveStat: 0, errorInfo: 'N1' }]);
  const values = { exceptionLevel: 4, isWarning: 0, onDelay: 0, offDelay: 0, flapLimit: 5, isOutage: 0 } as const;
  await server.ok(staff, exceptionConfApi.add, { ...values, exceptionType: 3, exceptionCode: 161, exceptionConfDesc: 'no', exceptionConfStat: -1 });
  await failedStart();
  await worker.poll();
  expect(await recordsOf('EX7')).toHaveLength(1);
});

test('a setting that a pile refuses is an exception until the pile takes it', async () => {
  const { server, staff, handlers } = testbed;
  await logIn('EX7');
  const send = async (chargingInterval: number, result: 0 | 1) => {
    await server.ok(staff, pileProfileApi.edit, { cpCode: 'EX7', chargingInterval });
    const { records } = await server.ok(staff, deviceCommandApi.list, { cpCode: 'EX7', cmd: 'setParameter', stat: '0' });
    const commandId = records.find(({ payload }) => payload['value'] === String(chargingInterval))?.commandId ?? '';
    const reply = { kind: 'commandReply', commandId, result, remark: 'Rejected' } as const;
    await handlers.commandSettled(pileOf('EX7'), { commandId, cmd: 'setParameter', atMs: Date.now(), outcome: 'answered', reply, late: false });
  };
  const failures = async () => (await recordsOf('EX7')).filter(({ exceptionType }) => exceptionType === 12);
  await send(20, 1);
  await after(31);
  expect(await failures()).toMatchObject([{ exceptionCode: 103, exceptionLevel: 3, errorInfo: 'Rejected', isPresent: 1 }]);
  aheadMs = 0;
  await send(30, 0);
  await after(61);
  expect(await failures()).toMatchObject([{ isPresent: 0, solveStat: 3 }]);
});
