import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { network } from '#domains/network/resources.ts';
import { system } from '#domains/system/resources.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { placesSql, randomHistories } from '../charge-sum/histories.fixture.ts';
import { ALL_STATIONS, homeApi } from '../home/home-data.ts';
import { homeRoutes } from '../home/home-data.server.ts';
import { operationApi, ORDER_DAYS_MAX } from '../operation/operation.ts';
import type { PileUse } from '../operation/operation.ts';
import { operationRoutes } from '../operation/operation.server.ts';
import { orderDataApi } from '../order-data/order-data.ts';
import { orderDataRoutes } from '../order-data/order-data.server.ts';
import { pileDataApi } from '../pile-data/pile-data.ts';
import { pileDataRoutes } from '../pile-data/pile-data.server.ts';
import { insight } from '../resources.ts';
import { fillNextDay } from './day-worker.server.ts';
import { changesOfStarts, randomStarts } from './starts.fixture.ts';

let server: TestServer;
const histories = randomHistories(160, 31);
const staff = viewers.tenant('1');

beforeAll(async () => {
  server = await startTestServer({
    domains: [system, network, insight],
    routes: [...operationRoutes, ...homeRoutes, ...orderDataRoutes, ...pileDataRoutes],
  });
  await server.database.asSuperuser(placesSql);
  await server.database
    .asSuperuser(`set session_replication_role = replica; update pile set create_time = '2025-01-01T00:00:00Z', cp_stat = 1, rate_rule_id = 1;
    reset session_replication_role; insert into pile_state (cp_code, tenant_id, agent_id, station_id, online) select cp_code, tenant_id, agent_id, station_id, true from pile on conflict (cp_code) do update set online = true`);
  for (const transaction of [randomStarts(600, 7), ...histories.slice(0, 60)]) await server.database.asSuperuser(transaction);
});
afterAll(() => server.close());

const added = async (): Promise<number> => (await server.database.asSuperuser('select from tenant_day')).length;

/** The use of piles, without the shares of a time that goes on. */
const pilesFor = async (viewer: Viewer, query: { readonly days: number; readonly cpType?: number }) => {
  const { pilesInUse, chargeS, dormantCount, ...ranks } = await server.ok(viewer, operationApi.use, query);
  const durations = query.days > ORDER_DAYS_MAX ? undefined : await server.ok(viewer, operationApi.durations, query);
  const figuresOf = ({ cpCode, charges, energy, lastDay }: PileUse) => ({ cpCode, charges, energy, lastDay });
  const [best, worst, dormant] = [ranks.best, ranks.worst, ranks.dormant].map((piles) => piles.map(figuresOf));
  return { pilesInUse, chargeS, durations, dormantCount, best, worst, dormant };
};

/** Attempts to start, without the instant of the question. */
const startsFor = async (viewer: Viewer, query: { readonly days: number; readonly cpType?: number }) => {
  const { until, ...starts } = await server.ok(viewer, operationApi.starts, query);
  expect(until).not.toBe('');
  return starts;
};

/** Every answer that is read from added-up days and running totals: a year, and the last weeks. */
const figures = async () => {
  const answers: unknown[] = [];
  for (const query of [{ days: 390 }, { days: 390, cpType: 3 }, { days: 31 }] as const) {
    const charges = await server.ok(staff, operationApi.charges, query);
    const place = 'cpType' in query ? { cpType: query.cpType } : {};
    const { shares, to } = await server.ok(staff, operationApi.heat, place);
    answers.push(
      charges,
      shares.map((row) => row.map((share) => share?.toFixed(9))),
    );
    for (const hour of [8, 12, 18]) answers.push(await server.ok(staff, operationApi.hour, { to, weekday: 3, hour, ...place }));
    for (const viewer of 'cpType' in query ? [] : [staff, viewers.agent('1', '11')])
      answers.push(await server.ok(viewer, homeApi.stations, { statType: 3, stationId: ALL_STATIONS, ...query }), await pilesFor(viewer, query));
  }
  for (const query of [{ days: 31 }, { days: 7 }, { days: 31, cpType: 3 }])
    for (const viewer of [staff, viewers.platform(), viewers.agent('1', '11')]) answers.push(await startsFor(viewer, query));
  for (const statUnit of ['2', '3', '4']) {
    const span = { statUnit, statDay_begin: '2026-01-01', statDay_end: statUnit === '2' ? '2026-06-30' : '2026-11-28' };
    for (const one of [{}, { mainPartType: '2', tenantId: '1' }]) answers.push(await server.ok(staff, orderDataApi.sums, { ...span, ...one }));
    for (const one of [{}, { cpType: '3' }]) answers.push(await server.ok(staff, pileDataApi.sums, { ...span, ...one }));
  }
  return answers;
};

/** Days whose total is not the one before and what the day has added to it. */
const totalsThatDiffer = () =>
  server.database.asSuperuser(`select day::text from (
      select d.stat_day as day, r.* from running_total_day d join running_total_day b on b.stat_day = d.stat_day - 1 cross join lateral (
        select 1 as sign, n.* from running_total_of(d.stat_day) n
        union all select case when t.stat_day = d.stat_day then -1 else 1 end, t.* from running_total t where t.subject in (0, 5) and t.stat_day in (d.stat_day - 1, d.stat_day)) r) x
    group by day, subject, tenant_id, agent_id, station_id, subject_key, currency, x.cp_type
    having (sum(sign * charging_count), sum(sign * charging_elec), sum(sign * order_amount), sum(sign * billing_amount), sum(sign * elec_amount), sum(sign * srv_amount),
      sum(sign * busy_ms)) is distinct from (0, 0, 0, 0, 0, 0, 0)`);

/** After the minute for which changes wait. */
const fillAll = async (): Promise<void> => {
  await server.database.asSuperuser(`update running_total_change set noted_at = noted_at - interval '2 minutes'`);
  while (await fillNextDay(server));
};

test('figures of whole tenants are the same from added-up days as from the stations, also after late records and corrections', async () => {
  const before = await figures();
  await fillAll();
  expect(await added()).toBe(799);
  expect(await figures()).toEqual(before);
  for (const transaction of [changesOfStarts, ...histories.slice(60)]) await server.database.asSuperuser(transaction);
  expect(await added()).toBeLessThan(799);
  expect(await totalsThatDiffer()).not.toEqual([]);
  const late = await figures();
  expect(late).not.toEqual(before);
  await fillAll();
  expect(await figures()).toEqual(late);
  expect(await totalsThatDiffer()).toEqual([]);
  await server.database.asSuperuser('delete from tenant_day; delete from running_total_day');
  expect(await figures()).toEqual(late);
});

test('after changes of many days, totals are made anew from the first of them on', async () => {
  await fillAll();
  await server.database.asSuperuser(`update running_total set charging_count = charging_count + 5 where stat_day > current_date - 60;
    insert into running_total_change select stat_day from running_total_day where stat_day > current_date - 60`);
  expect(await totalsThatDiffer()).not.toEqual([]);
  await fillAll();
  expect(await totalsThatDiffer()).toEqual([]);
});

test('agents and stations are read from their own rows, and see none of the tenant', async () => {
  await fillAll();
  const parts = await Promise.all(['11', '12'].map((agentId) => server.ok(viewers.agent('1', agentId), operationApi.charges, { days: 390 })));
  const whole = await server.ok(staff, operationApi.charges, { days: 390 });
  const count = (sums: readonly { readonly charges: number }[]): number => sums.reduce((sum, { charges }) => sum + charges, 0);
  expect(parts.map(({ sums }) => count(sums)).every((charges) => charges > 0)).toBe(true);
  expect(count(parts.flatMap(({ sums }) => sums))).toBe(count(whole.sums));
});

test('a day that a transaction changes is not added up until it has ended', async () => {
  await fillAll();
  const [day] = await server.database.asSuperuser<{ day: string }>(
    `select max(stat_day)::text as day from charge_sum where subject = 0 and unit = 2 and tenant_id = 1 and stat_day < current_date - 1`,
  );
  const on = `stat_day = '${day?.day ?? ''}'`;
  const change = server.database
    .asSuperuser(`update charge_sum set charging_elec = charging_elec + 1 where tenant_id = 1 and subject = 0 and unit = 2 and ${on};
    select pg_sleep(1)`);
  await eventually(async () =>
    expect(
      await server.database.asSuperuser(
        `select from pg_locks where locktype = 'advisory' and classid = 7124 and database = (select d.oid from pg_database d where d.datname = current_database())`,
      ),
    ).not.toHaveLength(0),
  );
  const filledMeanwhile = await server.database.asSuperuser<{ done: boolean }>(`select tenant_day_fill('${day?.day ?? ''}') as done`);
  await change;
  expect(filledMeanwhile).toEqual([{ done: false }]);
  expect(await server.database.asSuperuser(`select from tenant_day where ${on}`)).toHaveLength(0);
});
