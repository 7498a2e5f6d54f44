import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { pilePowerApi, powerControlApi, powerMonthApi } from '#domains/power/resources.ts';
import { powerRoutes } from '#domains/power/server.ts';
import { inSystem } from '#kit/db/index.ts';
import { enablePiles, pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { sendSchedules } from './send-schedules.server.ts';

/** What native piles are told of the power control that they follow. */

const OTHER_MONTHS = '2,3,4,5,6,7,8,9,10,11,12';
const JANUARY = '2026-01-31T12:00:00Z';
const PILE = 'PS01';
let bed: DeviceTestbed;
let powerControlId = '';

beforeAll(async () => {
  bed = await startDeviceTestbed({ routes: (database) => powerRoutes({ database, clock: () => new Date() }) });
  const { server, staff } = bed;
  for (const [cpCode, protocol] of [[PILE, 1] as const, ['PS02', 2] as const]) {
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId: bed.stationId, protocol });
    await server.ok(staff, pileProfileApi.edit, { cpCode, offlineMaxPower: '10' });
  }
  await enablePiles(bed, [PILE, 'PS02']);
  await online('native', PILE);
  await online('ocpp16', 'PS02');
  const control = await server.ok(staff, powerControlApi.add, { ruleName: 'Shared', maxControlPower: '60.0', endTime: '2026-12-31' });
  ({ powerControlId } = control);
  await saveMonth(1, [period('00:00', '0'), period('08:30', '42.5')]);
  await server.ok(staff, powerMonthApi.copyMonth, { powerControlId, month: 1, months: OTHER_MONTHS });
  await saveMonth(2, [period('00:00', '30')]);
  await server.ok(staff, powerControlApi.changeState, { entityId: powerControlId, setState: 1 });
});
afterAll(() => bed.server.close());
beforeEach(() => bed.server.database.asSuperuser('delete from device_command'));

const period = (startTime: string, changingPower: string) => ({ startTime, changingPower, changingPowerMin: '10', changingSoc: 80, endAction: 0 });
const saveMonth = (month: number, periods: readonly ReturnType<typeof period>[]) =>
  bed.server.ok(bed.staff, powerMonthApi.saveMonth, { powerControlId, month, periods });
const online = (protocol: 'native' | 'ocpp16', cpCode: string) =>
  bed.handlers.login({ cpCode, protocol, remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() });
const bind = (cpCode: string, control?: string) => bed.server.ok(bed.staff, pilePowerApi.setPowerControl, { cpCode, powerControlId: control });
const send = (at = JANUARY) => inSystem(bed.server.database, (tx) => sendSchedules(tx, new Date(at)));

interface Command {
  readonly command_id: string;
  readonly cp_code: string;
  readonly periods: readonly { readonly startSlot: number; readonly changingPowerHw: number }[];
}
const commands = () =>
  bed.server.database.asSuperuser<Command>(
    `select command_id, cp_code, payload -> 'periods' as periods from device_command where cmd = 'setPowerSchedule' and stat < 2 order by create_time`,
  );
const powers = async () => (await commands()).map(({ periods }) => periods.map(({ startSlot, changingPowerHw }) => [startSlot, changingPowerHw]));
const answer = async (result: number) => {
  const [open] = await commands();
  const commandId = open?.command_id ?? '';
  await bed.handlers.commandSettled(
    { cpCode: PILE, epoch: 1, protocol: 'native' },
    { commandId, cmd: 'setPowerSchedule', outcome: 'answered', reply: { kind: 'commandReply', commandId, result }, late: false, atMs: Date.now() },
  );
};

test('a bound pile is sent its day once, again when the month turns, and nothing is left when it is released', async () => {
  expect(await send()).toBe(0);
  await bind(PILE, powerControlId);
  await bind('PS02', powerControlId);
  expect(await send()).toBe(1);
  expect(await commands()).toMatchObject([
    {
      cp_code: PILE,
      periods: [
        { startSlot: 0, changingPowerHw: 0 },
        { startSlot: 17, changingPowerHw: 425, changingPowerMinHw: 100, changingSoc: 80, endAction: 0 },
      ],
    },
  ]);
  expect(await send()).toBe(0);
  await answer(0);
  expect(await send()).toBe(0);

  // February begins in Shanghai.
  expect(await send('2026-01-31T16:00:00Z')).toBe(1);
  expect(await powers()).toEqual([[[0, 300]]]);
  await answer(0);
  await saveMonth(2, [period('00:00', '20')]);
  expect(await send('2026-02-01T16:00:00Z')).toBe(1);
  expect(await powers()).toEqual([[[0, 200]]]);
  await answer(0);

  // The day after the last one of the power control.
  expect(await send('2026-12-30T16:00:00Z')).toBe(1);
  expect(await powers()).toEqual([[]]);
  await answer(0);
  expect(await send('2027-02-02T00:00:00Z')).toBe(0);
});

test('a refused schedule is sent again after an hour, and one of a released pile is taken back', async () => {
  expect(await send()).toBe(1);
  await answer(1);
  expect(await send()).toBe(0);
  await bed.server.database.asSuperuser(`update device_command set create_time = create_time - interval '10 years'`);
  expect(await send()).toBe(1);
  await answer(0);
  await bind(PILE);
  expect(await send()).toBe(1);
  expect(await powers()).toEqual([[]]);
  await answer(0);
  expect(await send()).toBe(0);
});
