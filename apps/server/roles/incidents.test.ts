import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { alarm, exceptionRecordApi, incidentApi, maintenanceApi, openAlarmApi, warningAccountApi } from '#domains/alarm/resources.ts';
import { alarmRoutes, ensureExceptionConfs, startExceptionWorker, startWarningSender } from '#domains/alarm/server.ts';
import { startReceiver } from '#domains/alarm/warning-log/warning-testbed.fixture.ts';
import { startDeviceTestbed } from '#domains/device/device-testbed.fixture.ts';
import type { DeviceTestbed } from '#domains/device/device-testbed.fixture.ts';
import { reportConditions } from '#domains/system/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { testSecrets } from '#kit/test/secrets.ts';
import { viewers } from '#kit/test/server.ts';

let testbed: DeviceTestbed;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let worker: PollingWorker;
let sender: PollingWorker;
let tenantId: string;
/** The clock of the workers goes ahead of ours by this time; in milliseconds. */
let aheadMs = 0;
const clock = () => new Date(Date.now() + aheadMs);

beforeAll(async () => {
  receiver = await startReceiver();
  const egress = createEgress({ insideOrigins: new Set([receiver.origin]) });
  testbed = await startDeviceTestbed({
    domains: [alarm],
    routes: (database) => alarmRoutes({ database, secrets: testSecrets, egress, services: new Set() }),
  });
  const { database } = testbed.server;
  await ensureExceptionConfs(database);
  [{ id: tenantId } = { id: '' }] = await database.asSuperuser<{ id: string }>('select tenant_id::text as id from tenant');
  // Five agents with ten stations each, and ten piles in each station.
  await database.asSuperuser(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, ${tenantId}, 'r', 'RR1', 1);
    insert into agent (agent_id, tenant_id, agent_name, timezone) select 900 + n, ${tenantId}, 'Agent ' || n, 'Asia/Shanghai' from generate_series(1, 5) n;
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) select 9000 + n, ${tenantId}, 901 + n / 10, 'Station ' || n, 'Asia/Shanghai' from generate_series(0, 49) n;
    insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power, rate_rule_id, cp_stat, cp_work_stat)
      select 'P' || n, ${tenantId}, 901 + n / 100, 9000 + n / 10, 'P' || n, 1, 1, 600, 1, 1, 1 from generate_series(0, 499) n;
    insert into pile_state (cp_code, tenant_id, agent_id, station_id, online) select cp_code, tenant_id, agent_id, station_id, true from pile`);
  const deps = { ...testbed.deps, clock };
  worker = startExceptionWorker(deps);
  sender = startWarningSender({ ...deps, services: { egress, providers: {}, publicUrl: 'https://ops.example' }, random: () => 0.5 });
});
afterAll(async () => {
  await worker.stop();
  await sender.stop();
  await testbed.server.close();
  await receiver.close();
});
beforeEach(async () => {
  aheadMs = 0;
  receiver.received.length = 0;
  await testbed.server.database.asSuperuser(
    'delete from warning_log; delete from warning_account; delete from warning_channel; delete from exception_record; delete from incident; delete from condition',
  );
});

interface ReportedFacts {
  readonly isPresent: boolean;
  readonly exceptionType: 1 | 5;
  readonly exceptionCode: number;
}

/** Reports for the piles with the numbers from `from` to `to`, without the last one, that they are lost or back. */
const report = async (from: number, to: number, facts: Partial<ReportedFacts> = {}) => {
  const condition = { exceptionType: 5, exceptionCode: 1, isPresent: true, ...facts } as const;
  const reports = Array.from({ length: to - from }, (_none, at) => {
    const n = from + at;
    const agentId = String(901 + Math.floor(n / 100));
    const subject = { tenantId, agentId, stationId: String(9_000 + Math.floor(n / 10)), subject: `P${n}`, isPile: true };
    return { subject, condition };
  });
  const nowMs = clock().getTime();
  await inSystem(testbed.server.database, (tx) => reportConditions(tx, reports, { atMs: nowMs, nowMs }));
};
const after = async (seconds: number) => {
  aheadMs += seconds * 1_000;
  await worker.poll();
  await sender.poll();
};
/** An account of the whole tenant, of an agent or of a station. */
const addAccount = async (name: string, scope: { readonly agentId?: string; readonly stationId?: string } = {}) => {
  const { warningAccountId } = await testbed.server.ok(viewers.platform(), warningAccountApi.add, {
    tenantId,
    warningAccountName: name,
    warningAccountType: 7,
    warningAccount: `${receiver.origin}/services/${name}`,
    warningLang: 'en_US',
    minLevel: 4,
    delayMin: 0,
    passesMajor: 0,
    ...scope,
  });
  await testbed.server.database.asSuperuser('update warning_account set verified_at = now() where warning_account_id = $1', [warningAccountId]);
};
/** What each account was told, in its order. */
const toldTo = (name: string) =>
  receiver.received.flatMap(({ url, body }) =>
    url.endsWith(`/${name}`) ? [(JSON.parse(body) as { text: string }).text.split('\n').slice(1).join(' ')] : [],
  ); // as the sender writes it
const incidents = async (viewer = testbed.staff) => (await testbed.server.ok(viewer, incidentApi.list, {})).records;
const records = async (filters: Readonly<Record<string, string>>) =>
  (await testbed.server.ok(testbed.staff, exceptionRecordApi.list, { pageSize: '1', ...filters })).total;

const suppressed = async () =>
  (await testbed.server.database.asSuperuser<{ n: number }>('select count(*)::int as n from exception_record where suppressed_by = 4'))[0]?.n;

test('500 piles that go offline in one minute are one incident, with a message at its beginning and one at its end', async () => {
  await addAccount('all');
  await addAccount('agent', { agentId: '902' });
  await addAccount('station', { stationId: '9005' });
  await report(0, 200);
  await after(15);
  expect(await incidents()).toEqual([]);
  await report(200, 490);
  await after(6);
  expect(await incidents()).toMatchObject([
    { incidentScope: 3, incidentCause: 1, exceptionLevel: 1, agentId: null, stationId: null, memberCount: 490, lastingCount: 490, isPresent: 1 },
  ]);
  await report(490, 500);
  await after(1);
  expect(await incidents()).toMatchObject([{ memberCount: 500 }]);
  expect(await suppressed()).toBe(500);
  expect(toldTo('all')).toEqual([expect.stringMatching(/^Critical: 490 piles offline at once: 49 stations \(Station 0 10, .+\), since .+incident/u)]);
  expect(toldTo('agent')).toEqual([expect.stringContaining('100 piles offline at once: 10 stations')]);
  expect(toldTo('station')).toEqual([expect.stringContaining('10 piles offline at once: Station 5, since')]);
  await after(600);
  await report(0, 500, { isPresent: false });
  await after(61);
  await after(121);
  await after(16);
  expect(await incidents()).toMatchObject([{ isPresent: 0, lastingCount: 0, memberCount: 500 }]);
  expect(toldTo('all')).toHaveLength(2);
  expect(toldTo('station')[1]).toMatch(/^Over: 10 piles offline at once: Station 5, from .+, \d+ min/u);
  const [messages] = await testbed.server.database.asSuperuser<{ n: number }>('select count(*)::int as n from warning_log');
  expect(messages?.n).toBe(6);
});

test('a station is an incident of its own; a danger at one of its piles is heard; staff of another agent see nothing', async () => {
  await addAccount('all');
  await report(10, 20);
  await report(13, 14, { exceptionType: 1, exceptionCode: 2 });
  await after(21);
  const [incident] = await incidents();
  expect(incident).toMatchObject({ incidentScope: 1, stationId: '9001', agentId: '901', exceptionLevel: 2, memberCount: 10 });
  expect(toldTo('all')).toEqual([expect.stringContaining('pile P13')]);
  await after(31);
  expect(toldTo('all')).toEqual([expect.stringContaining('pile P13'), expect.stringContaining('10 piles offline at once: Station 1')]);
  // The danger stands first, then the incident in place of its piles; staff of the station see its piles only where they do not see the incident.
  const open = async (viewer = testbed.staff) => testbed.server.ok(viewer, openAlarmApi.open, {});
  expect(await open()).toMatchObject({
    counts: [1, 1, 0, 0],
    unacknowledged: 2,
    items: [
      { kind: 'exception', cpCode: 'P13', code: 2, reason: 'danger', stationName: 'Station 1' },
      { kind: 'incident', id: incident?.incidentId, lasting: 10, reason: 'level' },
    ],
  });
  expect((await testbed.server.ok(testbed.staff, openAlarmApi.open, { stationId: '9002' })).items).toEqual([]);
  expect(
    (await testbed.server.ok(testbed.staff, openAlarmApi.open, { cpCode: 'P13' })).items.map(({ type, suppressedBy }) => [type, suppressedBy]),
  ).toEqual([
    [1, null],
    [5, 4],
  ]);
  const far = viewers.agent(tenantId, '903');
  expect((await open(far)).items).toEqual([]);
  expect((await testbed.server.call(far, incidentApi.timeline, { id: incident?.incidentId ?? '' })).status).toBe(404);
  expect(await incidents(far)).toEqual([]);
  const id = incident?.incidentId ?? '';
  expect((await testbed.server.call(far, incidentApi.acknowledge, { id })).status).toBe(404);
  await testbed.server.ok(testbed.staff, incidentApi.acknowledge, { id });
  expect(await incidents()).toMatchObject([{ ackUser: testbed.staff.username }]);
  expect(await records({ solveStat: '1', incidentId: id })).toBe(10);
  const { entries, stations, repairS } = await testbed.server.ok(testbed.staff, incidentApi.timeline, { id });
  expect(stations).toMatchObject([{ stationName: 'Station 1', members: 10, lasting: 10 }]);
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['began', 'lost', 'opened', 'message', 'acknowledged']));
  expect(entries.find(({ kind }) => kind === 'message')).toMatchObject({
    warningStat: 2,
    accountName: 'all',
    answer: expect.stringContaining('200'),
  });
  expect(repairS).toBeNull();
  // A viewer without bounds.
  expect((await testbed.server.ok(viewers.platform(), incidentApi.timeline, { id })).entries).toHaveLength(entries.length);
  expect(await testbed.server.call(testbed.staff, incidentApi.acknowledge, { id })).toMatchObject({
    success: false,
    message: 'The incident is acknowledged already',
  });
});

test('a station whose neighbours follow becomes the incident of its agent; those who stay away become exceptions of their own', async () => {
  await addAccount('all');
  await report(20, 30);
  await after(21);
  expect(await incidents()).toMatchObject([{ incidentScope: 1 }]);
  await report(30, 100);
  await after(21);
  expect(await incidents()).toMatchObject([{ incidentScope: 2, agentId: '901', stationId: null, memberCount: 80, lastingCount: 80 }]);
  await report(20, 98, { isPresent: false });
  await after(61);
  await after(61);
  expect(toldTo('all').at(-1)).toMatch(/^78 of 80 piles are back, 2 are still lost/u);
  await after(30 * 60);
  expect(await incidents()).toMatchObject([{ isPresent: 0, memberCount: 80, lastingCount: 2 }]);
  // A robot takes one message a second, and what waits is one message.
  await after(31);
  await after(5);
  expect(toldTo('all').at(-1)).toMatch(/Pile offline.+P98.+Pile offline.+P99/u);
  expect(await suppressed()).toBe(0);
});

test('two piles that are lost are two exceptions, after their delay; piles out of service do not count', async () => {
  await testbed.server.database.asSuperuser("update pile set cp_stat = 0 where cp_code = 'P302'");
  await report(300, 303);
  await after(21);
  expect(await records({})).toBe(0);
  await after(100);
  expect(await incidents()).toEqual([]);
  expect(await records({ isPresent: '1' })).toBe(2);
});

test('a station in maintenance makes no incident and tells nobody until it is over; what lasts then is told', async () => {
  await addAccount('all');
  const { server, staff } = testbed;
  const at = (minutes: number) => new Date(clock().getTime() + minutes * 60_000).toISOString();
  const work = { stationId: '9040', beginTime: at(-1), endTime: at(60), reason: 'new transformer' };
  for (const [wrong, message] of [
    [{ endTime: at(-2) }, 'The end lies after the beginning, by 30 days at most'],
    [{ endTime: at(31 * 24 * 60) }, 'The end lies after the beginning, by 30 days at most'],
    [{ beginTime: at(-9), endTime: at(-2) }, 'The end has passed already'],
    [{ cpCode: 'P1' }, 'The pile does not belong to this station'],
  ] as const)
    expect(await server.call(staff, maintenanceApi.add, { ...work, ...wrong })).toMatchObject({ success: false, message });
  expect((await server.call(viewers.agent(tenantId, '903'), maintenanceApi.add, work)).success).toBe(false);
  await server.ok(viewers.agent(tenantId, '905'), maintenanceApi.add, work);
  await report(400, 410);
  await report(405, 406, { exceptionType: 1, exceptionCode: 2 });
  await after(21);
  expect(await incidents()).toEqual([]);
  await after(100);
  expect(await records({ stationId: '9040', isPresent: '1' })).toBe(11);
  expect((await server.ok(staff, openAlarmApi.open, {})).items).toEqual([]);
  expect((await server.ok(staff, openAlarmApi.open, { cpCode: 'P405' })).items.map(({ suppressedBy }) => suppressedBy)).toEqual([5, 5]);
  expect(toldTo('all')).toEqual([]);
  await report(400, 405, { isPresent: false });
  await after(60 * 60);
  await after(31);
  await after(5);
  expect((await server.ok(staff, openAlarmApi.open, {})).items).toHaveLength(6);
  expect(toldTo('all').join(' ')).toMatch(/mergency stop.*P405.*Pile offline.*P409/su);
  expect(toldTo('all').join(' ')).not.toContain('P404');
});

test('an exception that is put on the shelf is silent until its time, and is told again then', async () => {
  await addAccount('all');
  const { server, staff } = testbed;
  await report(480, 481, { exceptionType: 1, exceptionCode: 3 });
  await after(31);
  await after(31);
  expect(toldTo('all')).toHaveLength(1);
  const { exceptionRecordId } = (await server.ok(staff, exceptionRecordApi.list, { cpCode: 'P480' })).records[0] ?? { exceptionRecordId: '' };
  const shelf = { exceptionRecordId, shelvedUntil: new Date(clock().getTime() + 3_600_000).toISOString(), shelveReason: 'parts are ordered' };
  const tooLong = { ...shelf, shelvedUntil: new Date(clock().getTime() + 31 * 86_400_000).toISOString() };
  expect(await server.call(staff, exceptionRecordApi.shelve, tooLong)).toMatchObject({ success: false });
  expect((await server.call(viewers.agent(tenantId, '903'), exceptionRecordApi.shelve, shelf)).status).toBe(404);
  await server.ok(staff, exceptionRecordApi.shelve, shelf);
  expect((await server.ok(staff, openAlarmApi.open, {})).items).toEqual([]);
  await after(3_590);
  expect(toldTo('all')).toHaveLength(1);
  await after(11);
  await after(31);
  expect((await server.ok(staff, openAlarmApi.open, {})).items).toMatchObject([{ cpCode: 'P480', shelvedUntil: null }]);
  expect(toldTo('all')).toHaveLength(2);
  expect(await server.call(staff, exceptionRecordApi.unshelve, { id: exceptionRecordId })).toMatchObject({
    message: 'The exception is not on the shelf',
  });
});
