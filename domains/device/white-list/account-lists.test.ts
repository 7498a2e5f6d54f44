import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeviceCommand } from '#engines/protocol/device-command.ts';
import { pileApi } from '#domains/network/resources.ts';
import { listReport } from '#engines/protocol/white-list.ts';
import { viewers } from '#kit/test/server.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { deviceCommandApi } from '../resources.ts';
import { sha256 } from './list-accounts.server.ts';
import { whiteListApi } from './white-list.ts';

/** Lists of cards and VINs: which accounts belong on them, and how they reach piles of each protocol. */
const STATE = { unsupported: 0, unknown: 1, same: 2, different: 3, busy: 4, failed: 5 } as const;
const CARDS = '1';
const VINS = '2';
const EXPIRES = '2099-01-01T00:00:00.000Z';

let testbed: DeviceTestbed;
let elsewhere: string;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  elsewhere = await testbed.addStation('Elsewhere');
  for (const [cpCode, protocol] of [
    ['AL-N', 1],
    ['AL-O', 2],
    ['AL-P', 2],
    ['AL-Q', 2],
    ['AL-R', 2],
  ] as const)
    await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol });
  // The session in which the piles answer.
  await server.database.asSuperuser('update pile_state set epoch = 1');
  await server.database.asSuperuser(`
    insert into customer (cust_id, tenant_id, cust_name, cust_phone, cust_type, cust_state, currency)
      select n, tenant_id, 'Fleet', '1380000000' || n, 2, case n when 8 then 0 else 1 end, 'CNY' from station, generate_series(7, 8) n where station_id = ${stationId};
    insert into ic_card (ic_card_id, tenant_id, ic_card_no, cust_id, card_state, card_pwd, valid_until, currency)
      select 100 + n, tenant_id, no, cust::bigint, state, pwd, until::timestamptz, 'CNY' from station, (values
        (1, 'GOOD1', null, 1, null, null), (2, 'FLEET', 7, 1, null, '${EXPIRES}'), (3, 'LOCKED', null, 2, null, null), (4, 'DISABLED', null, 0, null, null),
        (5, 'VOID', null, -1, null, null), (6, 'SECRET', null, 1, 'sealed', null), (7, 'EXPIRED', null, 1, null, '2020-01-01'), (8, 'OFFOWNER', 8, 1, null, null),
        (9, 'ELSEWHERE', null, 1, null, null), (10, 'BOUNDHERE', null, 1, null, null), (11, 'A-NUMBER-TOO-LONG-FOR-OCPP', null, 1, null, null))
        as card (n, no, cust, state, pwd, until) where station_id = ${stationId};
    insert into ic_card_station (tenant_id, agent_id, station_id, ic_card_id)
      select tenant_id, agent_id, station_id, case station_id when ${stationId} then 110 else 109 end from station where station_id in (${stationId}, ${elsewhere});
    insert into car (tenant_id, car_num, car_vin, state, car_pile_type, currency)
      select tenant_id, 'A1', vin, state, 1, 'CNY' from station, (values ('WVWZZZ1JZXW000001', 1), ('WVWZZZ1JZXW000002', 0)) as car (vin, state) where station_id = ${stationId}`);
});
afterAll(() => testbed.server.close());

const states = async (cpCode: string, list: string, viewer: Viewer = testbed.staff) =>
  (await testbed.server.ok(viewer, whiteListApi.whiteListStates, { cpCodes: cpCode, list }))[0];
const push = (cpCode: string, list: string) => testbed.server.ok(testbed.staff, whiteListApi.pushWhiteList, { cpCodes: cpCode, list });
const pull = (cpCode: string, list: string) => testbed.server.ok(testbed.staff, whiteListApi.pullWhiteList, { cpCodes: cpCode, list });
const open = async (cpCode: string): Promise<DeviceCommand | undefined> =>
  (
    await testbed.server.database.asSuperuser<{ payload: DeviceCommand }>(
      `select payload from device_command where cp_code = '${cpCode}' and stat < 2 and cmd <> 'setKey' limit 1`,
    )
  )[0]?.payload;

interface PileAnswer {
  readonly result?: number;
  readonly keyVal?: string;
  readonly remark?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly outcome?: 'timedOut' | 'lost';
}
/** The pile answers the command that is open. Returns the command. */
const answer = async (cpCode: string, { result = 0, keyVal, remark, values, outcome }: PileAnswer = {}): Promise<DeviceCommand | undefined> => {
  const command = await open(cpCode);
  if (!command) return undefined;
  const { commandId, cmd } = command;
  const reply = {
    kind: 'commandReply',
    commandId,
    result,
    ...(keyVal !== undefined && { keyVal }),
    ...(remark !== undefined && { remark }),
  } as const;
  const pile = { cpCode, epoch: 1, protocol: 'ocpp16' } as const;
  const end = outcome ? { outcome } : ({ outcome: 'answered', reply, late: false } as const);
  await testbed.handlers.commandSettled(pile, { commandId, cmd, atMs: Date.now(), ...end });
  if (values) await testbed.handlers.handle(pile, { kind: 'parameterReport', values });
  return command;
};
const limits = { LocalAuthListEnabled: 'true', LocalAuthListMaxLength: '10', SendLocalListMaxLength: '2' };
beforeEach(async () => {
  await testbed.server.database.asSuperuser(`update ic_card set card_state = 1 where ic_card_no = 'GOOD1'`);
});

test('a native pile is sent the cards and VINs that may be used at it, each as a list of its own', async () => {
  expect(await states('AL-N', CARDS)).toMatchObject({ wantedCount: 4, leftOut: 0, pileCount: null, version: null, state: STATE.unknown });
  await push('AL-N', CARDS);
  const sent = await answer('AL-N', { keyVal: listReport(['GOOD1', 'FLEET', 'BOUNDHERE', 'A-NUMBER-TOO-LONG-FOR-OCPP'], sha256) });
  expect(sent).toMatchObject({
    cmd: 'setWhiteList',
    accountType: 1,
    action: 0,
    accounts: ['BOUNDHERE', 'A-NUMBER-TOO-LONG-FOR-OCPP', 'FLEET', 'GOOD1'],
  });
  expect(await states('AL-N', CARDS)).toMatchObject({ pileCount: 4, state: STATE.same });
  await push('AL-N', VINS);
  expect(await answer('AL-N', { result: 1, remark: 'full' })).toMatchObject({ accountType: 2, accounts: ['WVWZZZ1JZXW000001'] });
  expect(await states('AL-N', VINS)).toMatchObject({ wantedCount: 1, state: STATE.failed, remark: 'full' });
  // The other lists of the pile are not concerned.
  expect(await states('AL-N', CARDS)).toMatchObject({ state: STATE.same });
  // A lost card no longer belongs on the list.
  await testbed.server.database.asSuperuser(`update ic_card set card_state = 2 where ic_card_no = 'GOOD1'`);
  expect(await states('AL-N', CARDS)).toMatchObject({ wantedCount: 3, pileCount: 4, state: STATE.different });
});

test('the staff of a station, who see no cards, send the same list; nobody does for a foreign tenant', async () => {
  const [scope] = await testbed.server.database.asSuperuser<{ tenantId: string; agentId: string }>(
    `select tenant_id::text as "tenantId", agent_id::text as "agentId" from station where station_id = ${testbed.stationId}`,
  );
  const { tenantId, agentId } = scope ?? { tenantId: '', agentId: '' };
  for (const viewer of [viewers.agent(tenantId, agentId), viewers.station({ tenantId, agentId, stationId: testbed.stationId })])
    expect(await states('AL-N', CARDS, viewer)).toMatchObject({ wantedCount: 4 });
  const foreign = viewers.tenant('999');
  expect(await testbed.server.call(foreign, whiteListApi.pushWhiteList, { cpCodes: 'AL-N', list: CARDS })).toMatchObject({ status: 404 });
  expect(await testbed.server.call(testbed.staff, whiteListApi.pushWhiteList, { cpCodes: 'AL-N', list: '3' })).toMatchObject({ status: 400 });
});

test('an OCPP station is asked for its limits and version, then sent the list in messages of its size', async () => {
  expect(await states('AL-O', VINS)).toMatchObject({ state: STATE.unsupported });
  expect(await testbed.server.call(testbed.staff, whiteListApi.pushWhiteList, { cpCodes: 'AL-O', list: VINS })).toMatchObject({
    message: 'The protocol of the chosen piles has no such list',
  });
  await push('AL-O', CARDS);
  expect(await states('AL-O', CARDS)).toMatchObject({ state: STATE.busy });
  expect(await answer('AL-O', { values: limits })).toMatchObject({ cmd: 'readListLimits' });
  expect(await answer('AL-O', { keyVal: '4' })).toMatchObject({ cmd: 'readLocalList' });
  expect(await answer('AL-O')).toMatchObject({
    cmd: 'sendLocalList',
    updateType: 'Full',
    listVersion: 5,
    entries: [
      { idTag: 'BOUNDHERE', groupTag: '#c110', expiresAtMs: null },
      { idTag: 'FLEET', groupTag: '#7', expiresAtMs: Date.parse(EXPIRES) },
    ],
  });
  expect(await answer('AL-O')).toMatchObject({ updateType: 'Differential', listVersion: 6, entries: [{ idTag: 'GOOD1' }] });
  expect(await open('AL-O')).toBeUndefined();
  expect(await states('AL-O', CARDS)).toMatchObject({ wantedCount: 3, leftOut: 1, pileCount: 3, version: 6, state: STATE.same });

  // Later only what has changed is sent, and nothing when nothing has.
  await testbed.server.database.asSuperuser(`update ic_card set card_state = 2 where ic_card_no = 'GOOD1'`);
  expect(await states('AL-O', CARDS)).toMatchObject({ wantedCount: 2, pileCount: 3, state: STATE.different });
  await push('AL-O', CARDS);
  await answer('AL-O', { values: limits });
  await answer('AL-O', { keyVal: '6' });
  expect(await answer('AL-O')).toMatchObject({ updateType: 'Differential', listVersion: 7, entries: [{ idTag: 'GOOD1', isRemoved: true }] });
  expect(await states('AL-O', CARDS)).toMatchObject({ version: 7, state: STATE.same });
  await push('AL-O', CARDS);
  await answer('AL-O', { values: limits });
  await answer('AL-O', { keyVal: '7' });
  expect(await open('AL-O')).toBeUndefined();

  const shown = await testbed.server.ok(testbed.staff, deviceCommandApi.list, { cpCode: 'AL-O', pageSize: '100' });
  expect(JSON.stringify(shown)).not.toMatch(/GOOD1|FLEET/);
  expect(shown.records.find(({ cmd }) => cmd === 'sendLocalList')?.payload).toMatchObject({ entries: 1 });
});

test('a push that stops half-way ends with its reason, and the version tells; the next one sends the whole list', async () => {
  await push('AL-P', CARDS);
  await answer('AL-P', { result: 1, remark: 'NotSupported', values: { ...limits, LocalAuthListEnabled: 'false' } });
  await answer('AL-P', { keyVal: '0' });
  expect(await answer('AL-P')).toMatchObject({ cmd: 'sendLocalList', updateType: 'Full', listVersion: 1 });
  expect(await open('AL-P')).toMatchObject({ cmd: 'sendLocalList', listVersion: 2 });
  // The list is of use only where the station consults it.
  const keys = await testbed.server.database.asSuperuser(
    `select payload ->> 'value' as value from device_command where cp_code = 'AL-P' and cmd = 'setKey'`,
  );
  expect(keys).toEqual([{ value: 'true' }]);
  await answer('AL-P', { outcome: 'lost' });
  expect(await states('AL-P', CARDS)).toMatchObject({ version: 1, pileCount: null, state: STATE.failed, remark: 'lost' });
  await pull('AL-P', CARDS);
  await answer('AL-P', { keyVal: '1' });
  expect(await states('AL-P', CARDS)).toMatchObject({ version: 1, pileCount: null, state: STATE.different, remark: null });
  await push('AL-P', CARDS);
  await answer('AL-P', { values: limits });
  await answer('AL-P', { keyVal: '1' });
  expect(await answer('AL-P')).toMatchObject({ updateType: 'Full', listVersion: 2 });
  await answer('AL-P');
  expect(await states('AL-P', CARDS)).toMatchObject({ version: 3, pileCount: 3, state: STATE.same });
  // Another system has written its own list.
  await pull('AL-P', CARDS);
  await answer('AL-P', { keyVal: '40' });
  expect(await states('AL-P', CARDS)).toMatchObject({ version: 40, pileCount: null, state: STATE.different });
});

test('a station that finds another version than told gets the whole list, once', async () => {
  await push('AL-Q', CARDS);
  await answer('AL-Q', { values: { ...limits, SendLocalListMaxLength: '50' } });
  await answer('AL-Q', { keyVal: '1' });
  await answer('AL-Q');
  await testbed.server.database.asSuperuser(`update ic_card set card_state = 2 where ic_card_no = 'GOOD1'`);
  await push('AL-Q', CARDS);
  await answer('AL-Q', { values: limits });
  await answer('AL-Q', { keyVal: '2' });
  expect(await answer('AL-Q', { result: 1, remark: 'VersionMismatch' })).toMatchObject({ updateType: 'Differential', listVersion: 3 });
  expect(await answer('AL-Q', { keyVal: '9' })).toMatchObject({ cmd: 'readLocalList' });
  expect(await answer('AL-Q', { result: 1, remark: 'VersionMismatch' })).toMatchObject({ updateType: 'Full', listVersion: 10 });
  expect(await open('AL-Q')).toBeUndefined();
  expect(await states('AL-Q', CARDS)).toMatchObject({ state: STATE.failed, remark: 'VersionMismatch' });
});

test('a station without such a list is told so, and one with a short list gets the accounts that are bound to it first', async () => {
  await push('AL-R', CARDS);
  await answer('AL-R', { values: { LocalAuthListMaxLength: '1' } });
  await answer('AL-R', { result: 1, remark: 'NotSupported' });
  expect(await states('AL-R', CARDS)).toMatchObject({ state: STATE.failed, remark: 'NotSupported', wantedCount: 1, leftOut: 3 });
  expect(await open('AL-R')).toBeUndefined();
});
