import { afterAll, beforeAll, expect, test } from 'vitest';
import { mobileStationApi, pileApi } from '#domains/network/resources.ts';
import { listReport } from '#engines/protocol/white-list.ts';
import { viewers } from '#kit/test/server.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { deviceCommandApi } from '../resources.ts';
import { sha256 } from './list-accounts.server.ts';
import { whiteListApi } from './white-list.ts';

const STATE = { unsupported: 0, unknown: 1, same: 2, different: 3, busy: 4, failed: 5 } as const;
const MOBILES = ['13800000001', '13800000002', '13800000003'];

let testbed: DeviceTestbed;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  for (const [cpCode, protocol] of [
    ['WL1', 1],
    ['WL2', 1],
    ['WL3', 2],
    ['WL4', 1],
  ] as const)
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol });
  for (const mobileNumber of MOBILES) await server.ok(staff, mobileStationApi.add, { stationId, mobileNumber, contacts: 'Ada' });
});
afterAll(() => testbed.server.close());

const states = (cpCodes: string) => testbed.server.ok(testbed.staff, whiteListApi.whiteListStates, { cpCodes });
const push = (cpCodes: string, viewer = testbed.staff) => testbed.server.call(viewer, whiteListApi.pushWhiteList, { cpCodes });
const pull = (cpCodes: string) => testbed.server.call(testbed.staff, whiteListApi.pullWhiteList, { cpCodes });
interface SentCommand {
  readonly commandId: string;
  readonly cmd: string;
  readonly stat: number;
  readonly payload: { readonly accounts?: readonly string[]; readonly action?: number; readonly offset?: number };
}
const sent = (cpCode: string) =>
  testbed.server.database.asSuperuser<SentCommand>(
    `select command_id as "commandId", cmd, stat, payload from device_command where cp_code = '${cpCode}' order by create_time`,
  );
const answer = async (cpCode: string, { result = 0, keyVal = '', remark = '', late = false }) => {
  const open = (await sent(cpCode)).at(-1);
  const commandId = open?.commandId ?? '';
  const cmd = open?.cmd === 'readWhiteList' ? 'readWhiteList' : 'setWhiteList';
  const reply = { kind: 'commandReply', commandId, result, keyVal, remark } as const;
  await testbed.handlers.commandSettled(
    { cpCode, epoch: 1, protocol: 'native' },
    { commandId, cmd, outcome: 'answered', reply, late, atMs: Date.now() },
  );
};

test('the list of the station is sent, and what the pile reports is compared with it', async () => {
  expect(await states('WL1')).toMatchObject([{ wantedCount: 3, pileCount: null, state: STATE.unknown }]);
  expect(await push('WL1')).toMatchObject({ success: true });
  expect(await sent('WL1')).toMatchObject([{ cmd: 'setWhiteList', payload: { accountType: 4, action: 0, offset: 0, accounts: MOBILES } }]);
  expect(await states('WL1')).toMatchObject([{ state: STATE.busy }]);
  await push('WL1');
  expect(await sent('WL1')).toHaveLength(1);
  await answer('WL1', { keyVal: listReport(MOBILES, sha256) });
  expect(await states('WL1')).toMatchObject([{ wantedCount: 3, pileCount: 3, state: STATE.same, reportedAt: expect.any(String) }]);

  await testbed.server.ok(testbed.staff, mobileStationApi.add, { stationId: testbed.stationId, mobileNumber: '13800000004', contacts: 'Bob' });
  expect(await states('WL1')).toMatchObject([{ wantedCount: 4, pileCount: 3, state: STATE.different }]);
  await pull('WL1');
  expect((await sent('WL1')).at(-1)).toMatchObject({ cmd: 'readWhiteList' });
  await answer('WL1', { keyVal: listReport([...MOBILES, '13800000004'], sha256) });
  expect(await states('WL1')).toMatchObject([{ pileCount: 4, state: STATE.same }]);
});

test('a pile that refuses, or answers what is no report, changes nothing that is known', async () => {
  await push('WL4');
  await answer('WL4', { result: 1, remark: 'memory full' });
  expect(await states('WL4')).toMatchObject([{ pileCount: null, state: STATE.failed, remark: 'memory full' }]);
  await pull('WL4');
  await answer('WL4', { keyVal: '3 of them' });
  expect(await states('WL4')).toMatchObject([{ pileCount: null, state: STATE.unknown, remark: null }]);
});

test('a long list is sent in parts, each after the one before was accepted; a late answer sends none', async () => {
  const { server, stationId } = testbed;
  await server.database.asSuperuser(`insert into mobile_station (tenant_id, agent_id, station_id, mobile_number, contacts)
    select tenant_id, agent_id, station_id, '139' || lpad(n::text, 8, '0'), 'Many' from station, generate_series(1, 450) n where station_id = ${stationId}`);
  await push('WL2');
  for (const [part, late] of [
    [1, false],
    [2, false],
    [3, true],
  ] as const) {
    expect(await sent('WL2')).toHaveLength(part);
    await answer('WL2', { late });
  }
  expect((await sent('WL2')).map(({ payload }) => [payload.action, payload.offset, payload.accounts?.length])).toEqual([
    [0, 0, 200],
    [1, 200, 200],
    [1, 400, 54],
  ]);
  const all = new Set((await sent('WL2')).flatMap(({ payload }) => payload.accounts ?? []));
  expect(all.size).toBe(454);
  await server.database.asSuperuser(`delete from mobile_station where contacts = 'Many'`);
});

test('OCPP piles have no such list, foreign piles are answered like none, and commands show no numbers', async () => {
  expect(await states('WL3')).toMatchObject([{ state: STATE.unsupported }]);
  expect(await push('WL3')).toMatchObject({ success: false, message: 'The protocol of the chosen piles has no such list' });
  for (const cpCodes of ['WL1', 'NONE']) {
    expect(await push(cpCodes, viewers.tenant('999'))).toMatchObject({ status: 404 });
    expect(await testbed.server.call(viewers.tenant('999'), whiteListApi.whiteListStates, { cpCodes })).toMatchObject({ status: 404 });
  }
  const commands = await testbed.server.ok(testbed.staff, deviceCommandApi.list, { pageSize: '100' });
  expect(commands.total).toBeGreaterThan(5);
  expect(JSON.stringify(commands)).not.toMatch(/1[38]\d{9}|[0-9a-f]{64}/);
  expect(commands.records.find(({ cpCode, cmd }) => cpCode === 'WL1' && cmd === 'setWhiteList')?.payload).toMatchObject({ accounts: 3 });
});
