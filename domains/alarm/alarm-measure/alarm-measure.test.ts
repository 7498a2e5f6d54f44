import { afterAll, beforeAll, expect, test } from 'vitest';
import { network } from '#domains/network/resources.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { alarm } from '../resources.ts';
import { alarmMeasureRoutes } from './alarm-measure.server.ts';
import { alarmMeasureApi } from './alarm-measure.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ domains: [network, alarm], routes: alarmMeasureRoutes });
  const ago = (minutes: number) => `now() - interval '${minutes} min'`;
  const pile = (
    code: string,
    station: number,
    power: number,
  ) => `insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, gun_count, cp_power)
      values ('${code}', 1, 11, ${station}, '${code}', 1, 2, ${power});
    insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number, create_time) values (1, 11, ${station}, '${code}', 1, now() - interval '10 day'), (1, 11, ${station}, '${code}', 2, now() - interval '10 day');`;
  const record = (
    values: string,
  ) => `insert into exception_record (tenant_id, agent_id, station_id, condition_id, cp_code, gun_number, exception_type, exception_code, exception_level, error_info,
      error_time, fault_end_time, solve_stat, ack_time, incident_id) values (1, 11, ${values});`;
  await server.database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'One'), (2, 'Two');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (11, 1, 'North', 'Asia/Shanghai');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (111, 1, 11, 'Gate', 'Asia/Shanghai'), (112, 1, 11, 'Mall', 'Asia/Shanghai');
    insert into exception_conf (exception_type, exception_code, exception_conf_desc, exception_level, exception_conf_stat, is_warning, on_delay, off_delay, flap_limit, is_outage)
      values (5, 1, 'offline', 2, 1, 1, 0, 0, 5, 1), (2, 65, 'gun', 2, 1, 1, 0, 0, 5, 1), (7, 1, 'refused', 3, 1, 1, 0, 0, 5, 0);
    ${pile('P1', 111, 1_200)} ${pile('P2', 112, 600)}
    ${record(`111, 1, 'P1', 0, 5, 1, 2, '', ${ago(300)}, ${ago(240)}, 1, ${ago(290)}, null`)}
    ${record(`111, 2, 'P1', 1, 2, 65, 2, '', ${ago(270)}, ${ago(180)}, 3, null, null`)}
    ${record(`112, 3, 'P2', 0, 5, 1, 2, '', ${ago(2_000)}, ${ago(1_380)}, 3, null, 7`)}
    ${record(`112, 4, 'P2', 2, 2, 65, 2, '', ${ago(60)}, null, 0, null, null`)}
    ${record(`111, null, 'P1', 1, 7, 1, 3, '', ${ago(50)}, ${ago(50)}, 0, null, null`)}
    ${record(`111, 9, 'P1', 1, 7, 2, 4, '', ${ago(50)}, ${ago(40)}, 3, null, null`)}
    insert into warning_log (tenant_id, agent_id, station_id, exception_record_id, warning_kind, warning_title, warning_msg, warning_account_type, warning_account, warning_stat, warning_time, create_time, give_up_time, message_key)
      select 1, 11, 111, exception_record_id, 1, '', '', 2, 'a', 2, error_time + interval '30 s', error_time + interval '10 s', now(), 'k' from exception_record where condition_id = 1;
    insert into maintenance (tenant_id, agent_id, station_id, cp_code, begin_time, end_time, reason) values (1, 11, 111, null, ${ago(200)}, ${ago(100)}, 'New cable');`);
});
afterAll(() => server.close());

const HOUR_S = 3_600;
const DAY_S = 86_400;
const measures = (viewer = viewers.tenant('1'), more: Readonly<Record<string, unknown>> = {}) =>
  server.ok(viewer, alarmMeasureApi.measures, { days: 1, timezone: 'Asia/Shanghai', ...more });

test('outages are the union of a gun and its pile, cut to the day, and maintenance is taken off for one of the two definitions', async () => {
  const { availability } = await measures();
  // Gun 1 of P1: 300 to 180 minutes ago, of which 20 are maintenance. Gun 2: an hour. P2: the end of a loss, an hour each, and gun 2 another hour.
  const outageS = 2 * HOUR_S + HOUR_S + HOUR_S + 2 * HOUR_S;
  // The day that is measured goes on while this runs, and leaves seconds of the loss behind.
  const isAbout = expect.toSatisfy((measuredS: number) => measuredS <= outageS && measuredS > outageS - 60);
  expect(availability).toMatchObject({ guns: 4, outageS: isAbout, excludedS: 1_200 });
  expect(availability.strict).toBeCloseTo(1 - outageS / (4 * DAY_S), 4);
  expect(availability.adjusted).toBeCloseTo(1 - (outageS - 1_200) / (4 * DAY_S), 4);
  // 1,200 and 600 of power: the guns of P1 count twice.
  const ofP1 = 1 - (3 * HOUR_S - 1_200) / (2 * DAY_S);
  const ofP2 = 1 - (3 * HOUR_S) / (2 * DAY_S);
  expect(availability.byPower).toBeCloseTo((2 * ofP1 + ofP2) / 3, 4);
  expect(availability.worst.map(({ cpCode, gunNumber }) => `${cpCode} ${gunNumber}`)).toEqual(['P2 2', 'P1 1', 'P1 2', 'P2 1']);
  // A fault of the pile is one of each gun: two and one of P1, one and two of P2.
  expect(availability.hoursBetween).toBeCloseTo((4 * 24 - outageS / HOUR_S) / 6, 3);
});

test('alarms are counted without notices and members of incidents, and times begin with the first accepted message', async () => {
  const { ack, repair, load, top, bars, delivery, selfEnded } = await measures();
  expect(ack).toEqual({ count: 1, meanS: 570, medianS: 570, p90S: 570 });
  // An hour and an hour and a half; what has not ended does not count.
  expect(repair).toMatchObject({ count: 2, meanS: 4_500, medianS: 4_500 });
  expect(load).toMatchObject({ total: 4, perHour: 4 / 24, floods: 0, floodShare: 0 });
  expect(top[0]).toEqual({ type: 2, code: 65, count: 2, share: 0.5 });
  expect(top).toHaveLength(3);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(4);
  expect(delivery).toEqual({ accepted: 1, dead: 0, p95S: 20 });
  expect(selfEnded).toBe(2);
});

test('everybody measures the own scope, and a station that is not seen is not found', async () => {
  expect((await measures(viewers.tenant('2'))).availability).toMatchObject({ guns: 0, strict: null, byPower: null });
  const atMall = await measures(viewers.station({ tenantId: '1', agentId: '11', stationId: '112' }));
  expect(atMall).toMatchObject({ load: { total: 1 }, availability: { guns: 2, excludedS: 0 } });
  expect(await measures(viewers.tenant('1'), { stationId: '112' })).toMatchObject({ load: { total: 1 }, availability: { guns: 2 } });
  const hidden = { days: 1, timezone: 'UTC', stationId: '111' };
  expect((await server.call(viewers.tenant('2'), alarmMeasureApi.measures, hidden)).status).toBe(404);
  expect((await server.call(viewers.tenant('1'), alarmMeasureApi.measures, { ...hidden, days: 93 })).status).toBe(400);
});
