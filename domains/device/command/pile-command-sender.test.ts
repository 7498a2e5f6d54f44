import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { TestServer } from '#kit/test/server.ts';
import { clockJobs } from '../parameter/clock.server.ts';
import { parameterJobs } from '../parameter/read-all.server.ts';
import { deviceCommandApi } from '../resources.ts';
import { startDispatcher } from '../server.ts';
import type { DeviceHandlers } from '../server.ts';
import { pileDefaults, startDeviceTestbed, enablePiles } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';

let testbed: DeviceTestbed;
let server: TestServer;
let share: DeviceHandlers;
let staff: Viewer;

beforeAll(async () => {
  testbed = await startDeviceTestbed();
  ({ server, handlers: share, staff } = testbed);
  for (const [cpCode, protocol] of [
    ['LN01', 1],
    ['LN02', 2],
    ['LN03', 1],
  ] as const)
    await server.ok(staff, pileApi.add, { ...pileDefaults, stationId: testbed.stationId, cpCode, cpName: cpCode, protocol });
  await enablePiles(testbed, ['LN01', 'LN02', 'LN03']);
});
afterAll(() => server.close());

const enter = async (cpCode: string, protocol: PileRef['protocol'] = 'native'): Promise<PileRef> => {
  const verdict = await share.login({ cpCode, protocol, remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() });
  return { cpCode, protocol, epoch: verdict.result === 0 ? verdict.epoch : 0 };
};
const parametersOf = async (cpCode: string) =>
  (await server.ok(staff, deviceCommandApi.list, { cpCode, cmd: 'setParameter', pageSize: '100' })).records
    .map(({ stat, payload, because }) => [stat, payload['paramNo'], payload['value'], because])
    // Those of one transaction are of one moment.
    .toSorted((one, other) => Number(other[0]) - Number(one[0]) || Number(one[1]) - Number(other[1]));
/** The commands that one poll sends, and the piles whose sessions it ends. */
const sendAll = async (epochOf: (cpCode: string) => number) => {
  const sent: DeviceCommand[] = [];
  const kicked: string[] = [];
  const gateway = {
    send: (_cpCode: string, command: DeviceCommand) => (sent.push(command), 'sent' as const),
    epochOf,
    kick: (cpCode: string) => kicked.push(cpCode) > 0,
  };
  const dispatcher = startDispatcher(testbed.deps, gateway, { fileUrl: (token) => token });
  await dispatcher.poll();
  await dispatcher.stop();
  return { sent, kicked };
};

test('a pile that is switched off hears of it, and of its being on again however late it comes', async () => {
  const set = (setState: 0 | 1) => server.ok(staff, pileApi.changeState, { entityId: 'LN03', setState });
  await set(0);
  expect(await parametersOf('LN03')).toEqual([[0, 18, '1', 'switch']]);
  await set(0);
  await set(1);
  expect(await parametersOf('LN03')).toEqual([
    [2, 18, '1', 'switch'],
    [0, 18, '0', 'switch'],
  ]);
  await server.database.asSuperuser("update device_command set create_time = now() - interval '3 days' where cp_code = 'LN03'");
  await enter('LN03');
  expect((await sendAll(() => 1)).sent).toMatchObject([{ cmd: 'setParameter', paramNo: 18, value: '0' }]);
});

test('a new secret and a deletion end the session that there is, and no later one', async () => {
  const { epoch } = await enter('LN03');
  await server.ok(staff, pileApi.renewSecret, { cpCode: 'LN03' });
  expect((await sendAll(() => epoch + 1)).kicked).toEqual([]);
  await server.ok(staff, pileApi.edit, { cpCode: 'LN03', encryptionSecret: 'fedcba9876543210' });
  await server.ok(staff, pileApi.edit, { cpCode: 'LN03', cpName: 'Renamed' });
  expect((await sendAll(() => epoch)).kicked).toEqual(['LN03']);
  await server.ok(staff, pileApi.delete, { id: 'LN03' });
  expect((await sendAll(() => epoch)).kicked).toEqual(['LN03']);
});

test('intervals saved in the profile are sent where the protocol knows them', async () => {
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'LN01', pileInterval: 300, gunInterval: 60, chargingInterval: 10, manufacturer: 'ACME' });
  expect(await parametersOf('LN01')).toEqual([
    [0, 1, '300', 'profile'],
    [0, 3, '10', 'profile'],
  ]);
  await server.ok(staff, pileProfileApi.edit, { cpCode: 'LN02', gunInterval: 10, chargingInterval: 10 });
  expect(await parametersOf('LN02')).toEqual([[0, 3, '10', 'profile']]);
});

test('once a day each native pile that is online is told the time at which the word leaves', async () => {
  const job = clockJobs.find(({ kind }) => kind.name === 'pileClocks');
  const { epoch } = await enter('LN01');
  await enter('LN02', 'ocpp16');
  const before = new Date(Date.now() - 5_000);
  expect(await inSystem(server.database, async (tx) => job?.run({ tx, now: before, params: {} }))).toEqual({ pilesTold: 1 });
  const [told] = (await sendAll(() => epoch)).sent.filter((command) => command.cmd === 'setParameter' && command.paramNo === 7);
  expect(Number(told?.cmd === 'setParameter' && told.value)).toBeGreaterThan(before.getTime() / 1_000 + 3);
});

test('each pile that is online is asked for all its parameters, and not again within a day', async () => {
  const [job] = parameterJobs;
  await enter('LN01');
  await enter('LN02', 'ocpp16');
  const run = (now: Date) => inSystem(server.database, async (tx) => job?.run({ tx, now, params: { everyHours: 24 } }));
  const asked = async () =>
    (await server.ok(staff, deviceCommandApi.list, { cmd: 'readParameters', pageSize: '100' })).records
      .map(({ cpCode, payload }) => `${cpCode} ${Array.isArray(payload.paramNos) ? payload.paramNos.length : '-'}`)
      .toSorted();
  expect(await run(new Date())).toEqual({ pilesAsked: 2 });
  expect(await asked()).toEqual(['LN01 23', 'LN02 0']);
  expect(await run(new Date())).toEqual({ pilesAsked: 0 });
  expect(await run(new Date(Date.now() + 25 * 3_600_000))).toEqual({ pilesAsked: 2 });
});
