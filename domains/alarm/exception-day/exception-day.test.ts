import { afterAll, beforeAll, expect, test } from 'vitest';
import { network } from '#domains/network/resources.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { alarm } from '../resources.ts';
import { exceptionDayRoutes } from './exception-day.server.ts';
import { exceptionDayApi } from './exception-day.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [network, alarm], routes: exceptionDayRoutes });
  const row = (values: string) =>
    `insert into exception_record (tenant_id, agent_id, station_id, condition_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info,
      error_time, fault_end_time, solve_stat, ack_time, incident_id) values (${values});`;
  await server.database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'One'), (2, 'Two');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'North', 'Asia/Shanghai'), (21, 2, 'Far', 'Asia/Shanghai');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'Gate', 'Asia/Shanghai'), (112, 1, 11, 'Mall', 'Asia/Shanghai'), (211, 2, 21, 'Far', 'UTC');
    ${row("1, 11, 111, 1, 'P1', 0, 5, 1, 2, '', '2026-03-10T15:00:00Z', '2026-03-10T15:10:00Z', 3, '2026-03-10T15:01:00Z', 7")}
    ${row("1, 11, 111, 2, 'P2', 0, 5, 1, 2, '', '2026-03-10T15:00:00Z', '2026-03-10T15:20:00Z', 1, '2026-03-10T15:03:00Z', null")}
    ${row("1, 11, 111, 3, 'P3', 0, 5, 1, 2, '', '2026-03-10T15:30:00Z', null, 0, null, null")}
    ${row("1, 11, 111, 4, 'P1', 0, 5, 1, 2, '', '2026-03-10T16:00:00Z', null, 0, null, null")}
    ${row("1, 11, 112, null, 'P4', 1, 3, 161, 3, '', '2026-03-10T15:00:00Z', '2026-03-10T15:00:00Z', 0, null, null")}
    ${row("2, 21, 211, 5, 'P5', 0, 5, 1, 2, '', '2026-03-10T15:00:00Z', null, 0, null, null")}`);
});
afterAll(() => server.close());

const march = { day_begin: '2026-03-01', day_end: '2026-03-31', pageSize: 100 };
const data = (viewer = viewers.tenant('1'), more: Readonly<Record<string, unknown>> = {}) =>
  server.ok(viewer, exceptionDayApi.getData, { ...march, ...more });

test('exceptions are counted by the day of their station and their code, with the times to acknowledge and to repair', async () => {
  const { records, totals } = await data();
  const offline = records.find(({ day, exceptionType }) => day === '2026-03-10' && exceptionType === 5);
  expect(offline).toMatchObject({
    stationId_dictText: 'Gate',
    exceptionType_dictText: 'Offline',
    exceptionCount: 3,
    incidentCount: 1,
    ackCount: 2,
    selfEndedCount: 1,
    openCount: 1,
  });
  // 60 s and 180 s to the acknowledgement, ten and twenty minutes to the end.
  expect(offline).toMatchObject({ meanAckS: 120, meanRepairS: 900, lastedS: 1_800 });
  // By the clocks of Shanghai it is the next day at 16:00 UTC.
  expect(records.find(({ day }) => day === '2026-03-11')).toMatchObject({ exceptionCount: 1, meanAckS: null, meanRepairS: null });
  // A failed start has no duration.
  expect(records.find(({ exceptionType }) => exceptionType === 3)).toMatchObject({
    exceptionKey: 300_161,
    exceptionKey_dictText: expect.stringMatching(/[a-z]/u),
    meanRepairS: null,
    lastedS: 0,
  });
  expect(totals).toMatchObject({ exceptionCount: '5', openCount: '2', lastedS: '1800' });
});

test('the most frequent codes come first when asked for, and everybody sees the own scope', async () => {
  const { records } = await data(viewers.tenant('1'), { column: 'exceptionCount', order: 'desc' });
  expect(records.map(({ exceptionCount }) => exceptionCount)).toEqual([3, 1, 1]);
  expect((await data(viewers.tenant('2'))).records).toHaveLength(1);
  expect((await data(viewers.station({ tenantId: '1', agentId: '11', stationId: '112' }))).records).toMatchObject([{ exceptionType: 3 }]);
});
