import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { viewers } from '#kit/test/server.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { deviceCommandApi } from '../resources.ts';
import { checkProfile } from './charging-profile.rules.ts';
import { chargingProfileApi } from './charging-profile.ts';

let testbed: DeviceTestbed;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  for (const [cpCode, protocol] of [
    ['CP-N', 1],
    ['CP-O', 2],
  ] as const)
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol, gunCount: 2 });
  await server.database.asSuperuser(`update pile_state set online = true`);
});
afterAll(() => testbed.server.close());

const limit = {
  cpCode: 'CP-O',
  purpose: 'TxDefaultProfile',
  gunNumber: '1',
  stackLevel: '2',
  unit: 'A',
  periods: [{ startMinute: '0', limit: '16' }],
};
const set = (more: object = {}, viewer = testbed.staff) => testbed.server.call(viewer, chargingProfileApi.setChargingProfile, { ...limit, ...more });
const payloadOf = async (commandId: string | undefined) =>
  (await testbed.server.ok(testbed.staff, deviceCommandApi.queryById, { id: commandId ?? '' })).payload;

test('a limit, its removal and a question for the present limits are sent to an OCPP pile', async () => {
  const { result } = await set({ periods: [...limit.periods, { startMinute: '60', limit: '8' }] });
  expect(await payloadOf(result?.commandId)).toMatchObject({
    cmd: 'setChargingProfile',
    gunNumber: 1,
    profile: {
      purpose: 'TxDefaultProfile',
      stackLevel: 2,
      unit: 'A',
      periods: [
        { startMinute: 0, limit: 16 },
        { startMinute: 60, limit: 8 },
      ],
    },
    atMs: expect.any(Number),
  });
  const { server, staff } = testbed;
  const cleared = await server.ok(staff, chargingProfileApi.clearChargingProfile, { cpCode: 'CP-O', purpose: 'TxProfile', gunNumber: '1' });
  expect(await payloadOf(cleared.commandId)).toMatchObject({ cmd: 'clearChargingProfile', purpose: 'TxProfile', ofGun: 1 });
  const all = await server.ok(staff, chargingProfileApi.clearChargingProfile, { cpCode: 'CP-O' });
  expect(Object.keys(await payloadOf(all.commandId)).toSorted()).toEqual(['cmd', 'commandId']);
  const read = await server.ok(staff, chargingProfileApi.readSchedule, { cpCode: 'CP-O', gunNumber: '0', minutes: '30', unit: 'W' });
  expect(await payloadOf(read.commandId)).toMatchObject({ cmd: 'readSchedule', gunNumber: 0, minutes: 30, unit: 'W' });
});

test.each([
  [{ cpCode: 'CP-N' }, 'The protocol of this pile has no such operation'],
  [{ gunNumber: '3' }, 'Pile CP-O has no gun 3'],
  [{ purpose: 'ChargePointMaxProfile' }, 'A limit of the whole pile names no gun, and one of the present charge names its gun'],
  [{ purpose: 'TxProfile', gunNumber: '0' }, 'A limit of the whole pile names no gun, and one of the present charge names its gun'],
  [{ periods: [{ startMinute: '5', limit: '1' }] }, 'The first period begins at minute 0, and each later than the one before'],
  [{ periods: [...limit.periods, ...limit.periods] }, 'The first period begins at minute 0, and each later than the one before'],
  [{ periods: [] }, expect.any(String)],
  [{ periods: [{ startMinute: '0', limit: '-1' }] }, expect.any(String)],
  [{ purpose: 'Everything' }, expect.any(String)],
])('a limit of %j is refused and not sent', async (wrong, message) => {
  const count = async () => (await testbed.server.ok(testbed.staff, deviceCommandApi.list, {})).total;
  const before = await count();
  expect(await set(wrong)).toMatchObject({ success: false, message });
  expect(await count()).toBe(before);
});

test('a foreign pile is answered like none, and periods without any are none', async () => {
  expect(await set({}, viewers.tenant('999'))).toMatchObject({ status: 404 });
  expect(checkProfile(1, { purpose: 'TxProfile', stackLevel: 0, unit: 'W', periods: [] })).toMatchObject({ ok: false });
});
