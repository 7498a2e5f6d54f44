import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { securityEvents } from '#engines/protocol/ocpp16/security-events.ts';
import { viewers } from '#kit/test/server.ts';
import { pileDefaults, startDeviceTestbed } from '../device-testbed.fixture.ts';
import type { DeviceTestbed } from '../device-testbed.fixture.ts';
import { securityEventWords } from './security-event.codes.ts';
import { securityEventApi } from './security-event.ts';

const AT = Date.parse('2026-11-20T12:00:00Z');
let testbed: DeviceTestbed;
beforeAll(async () => {
  testbed = await startDeviceTestbed();
  const { server, staff, stationId } = testbed;
  for (const cpCode of ['SE1', 'SE2']) await server.ok(staff, pileApi.add, { ...pileDefaults, cpCode, cpName: cpCode, stationId, protocol: 2 });
});
afterAll(() => testbed.server.close());

const reported = (cpCode: string, event: { readonly type: string; readonly techInfo?: string; readonly atMs?: number }) =>
  testbed.handlers.handle({ cpCode, epoch: 1, protocol: 'ocpp16' }, { kind: 'securityEvent', atMs: AT, ...event });
const listed = async (input: Readonly<Record<string, string>>, viewer = testbed.staff) =>
  (await testbed.server.ok(viewer, securityEventApi.list, { pageSize: '100', ...input })).records;

test('an event is kept once, with the criticality that the list of OCPP gives it', async () => {
  for (const event of [
    { type: 'TamperDetectionActivated', techInfo: 'cover' },
    { type: 'TamperDetectionActivated', techInfo: 'cover' },
    { type: 'TamperDetectionActivated' },
    { type: 'InvalidMessages', atMs: AT + 1_000 },
    { type: 'toString', atMs: AT + 2_000 },
  ])
    expect(await reported('SE1', event)).toEqual({ result: 0 });
  const rows = await listed({ cpCode: 'SE1' });
  expect(rows.map(({ eventType, criticality, techInfo }) => [eventType, criticality, techInfo])).toEqual([
    ['toString', 2, null],
    ['InvalidMessages', 0, null],
    ['TamperDetectionActivated', 1, null],
    ['TamperDetectionActivated', 1, 'cover'],
  ]);
  expect(rows[3]).toMatchObject({ occurredAt: new Date(AT).toISOString(), stationId: testbed.stationId });
  expect(await listed({ criticality: '1' })).toHaveLength(2);
  expect(await listed({}, viewers.tenant('999'))).toEqual([]);
  expect(Object.keys(securityEventWords)).toEqual(Object.keys(securityEvents));
});

test('the newest thousand events of a pile are kept', async () => {
  const { asSuperuser } = testbed.server.database;
  await asSuperuser(`insert into security_event (tenant_id, agent_id, station_id, cp_code, event_type, criticality, occurred_at, received_at)
    select tenant_id, agent_id, station_id, cp_code, 'many', 2, now(), now() from pile, generate_series(1, 1200) where cp_code = 'SE2'`);
  await reported('SE2', { type: 'ResetOrReboot' });
  const rows = await asSuperuser<{ cpCode: string; n: number }>(
    `select cp_code as "cpCode", count(*)::int as n from security_event group by cp_code order by cp_code`,
  );
  expect(rows).toEqual([
    { cpCode: 'SE1', n: 4 },
    { cpCode: 'SE2', n: 1_000 },
  ]);
});
