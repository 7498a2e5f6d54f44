import type pg from 'pg';
import { alarmMeasureApi } from '#domains/alarm/resources.ts';
import { ALL_STATIONS, homeApi, operationApi, orderDataApi, pileDataApi } from '#domains/insight/resources.ts';
import type { ServerProgram } from '../lists/bench-database.ts';
import { timed } from '../lists/measure.ts';
import { getResult } from '../lists/viewers.ts';
import type { Viewer } from '../lists/viewers.ts';

const LIMIT_MS = 200;
const REQUESTS = 40;
const HAND_REQUESTS = 3;
/** Statements by hand that take longer run once. */
const SLOW_HAND_MS = 2_000;
const DAY_MS = 86_400_000;

interface Panel {
  readonly name: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** The figures of the panel in SQL by hand, under the condition of the viewer's scope. */
  readonly byHand: (scope: string) => string;
}

const today = new Date();
const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
const sumOf = (rows: string) => (scope: string) =>
  `select stat_day, currency, sum(charging_count), sum(charging_elec), sum(billing_amount) from charge_sum_station where ${rows} and ${scope} group by 1, 2`;
const sinceDays = (days: number, unit = 2): string => `unit = ${unit} and stat_day > current_date - ${days}`;
const listOf = (table: string, rows: string) => (scope: string) =>
  `select *, (select count(*) from (select 1 from ${table} where ${rows} and ${scope} limit 20001) x) from ${table} where ${rows} and ${scope}
    order by stat_day desc, charge_sum_id desc limit 10`;

const operationPanels: readonly Panel[] = [
  ...[7, 30, 90, 400].map((days) => ({
    name: `analytics, amounts of ${days} days`,
    path: operationApi.charges.path,
    query: { days: String(days) },
    byHand: sumOf(sinceDays(2 * days)),
  })),
  ...[7, 30, 90].map((days) => ({
    name: `analytics, use of ${days} days`,
    path: operationApi.use.path,
    query: { days: String(days) },
    byHand: (scope: string) =>
      `select subject_key, sum(busy_ms), sum(charging_elec), max(stat_day) from charge_sum_pile where subject = 5 and unit = 2 and stat_day > current_date - 90 and ${scope} group by 1`,
  })),
  ...[7, 30].map((days) => ({
    name: `analytics, durations of ${days} days`,
    path: operationApi.durations.path,
    query: { days: String(days) },
    byHand: (scope: string) =>
      `select ceil(extract(epoch from stop_time - start_time) / 60), count(*) from charging_order where ${scope} and charge_day > current_date - ${days}
        and not is_delete and order_state in (4, 5) and stop_time > start_time group by 1`,
  })),
  {
    name: 'analytics, busy hours',
    path: operationApi.heat.path,
    query: {},
    byHand: (scope: string) =>
      `select extract(isodow from stat_day), extract(hour from period), sum(busy_ms) from charge_sum_station where unit = 1 and stat_day > current_date - 56 and ${scope} group by 1, 2`,
  },
  ...[7, 31].map((days) => ({
    name: `analytics, starts of ${days} days`,
    path: operationApi.starts.path,
    query: { days: String(days) },
    byHand: (scope: string) =>
      `select start_result, count(*) from charging_order where ${scope} and create_time > now() - interval '${days} days' group by 1`,
  })),
  {
    name: 'analytics, unbilled',
    path: operationApi.unbilled.path,
    query: { days: '7' },
    byHand: (scope: string) => `select count(*), sum(charging_elec) from charging_order where ${scope} and order_state in (3, 9)`,
  },
  {
    name: 'analytics, uptime of 7 days',
    path: alarmMeasureApi.measures.path,
    query: { days: '7', timezone: 'UTC' },
    byHand: (scope: string) => `select count(*), sum(extract(epoch from now() - create_time)) from gun where ${scope}`,
  },
  {
    name: 'analytics, refunds of 30 days',
    path: operationApi.refunds.path,
    query: { days: '30' },
    byHand: (scope: string) => `select count(*), sum(refund_amount) from refund_order where ${scope} and refund_time > now() - interval '30 days'`,
  },
];

const ofPlace = { stationId: ALL_STATIONS };
const ofYear = { ...ofPlace, statType: '1', year: String(year) };
const ofMonth = { ...ofYear, month: String(month) };
const homePanels: readonly Panel[] = [
  { name: 'start page, operational', path: homeApi.operational.path, query: ofPlace, byHand: sumOf(`(unit = 4 or ${sinceDays(2)})`) },
  {
    name: 'start page, stations of 30 days',
    path: homeApi.stations.path,
    query: { ...ofPlace, statType: '2', days: '30' },
    byHand: sumOf(sinceDays(30)),
  },
  { name: 'start page, other', path: homeApi.other.path, query: ofPlace, byHand: (scope) => `select count(*) from pile where ${scope}` },
  { name: 'start page, days of a month', path: homeApi.monthly.path, query: ofMonth, byHand: sumOf(sinceDays(30)) },
  { name: 'start page, sums of a month', path: homeApi.monthlySums.path, query: ofMonth, byHand: sumOf(sinceDays(60, 3)) },
  { name: 'start page, months of a year', path: homeApi.yearly.path, query: ofYear, byHand: sumOf(sinceDays(365, 3)) },
  { name: 'start page, sums of a year', path: homeApi.yearlySums.path, query: ofYear, byHand: sumOf('unit = 4') },
];

const firstOfMonth = `${today.toISOString().slice(0, 'YYYY-MM'.length)}-01`;
const dayText = (daysAgo: number): string => new Date(today.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
const lastDays = { statDay_begin: dayText(30), statDay_end: dayText(0) };
const dataPanels: readonly Panel[] = [
  ...['1', '2', '3', '4'].flatMap((mainPartType) => {
    const rows = `subject = ${mainPartType} and unit =`;
    return [
      {
        name: `statistics, parties ${mainPartType}, days`,
        path: orderDataApi.list.path,
        query: { mainPartType },
        byHand: listOf('charge_sum_party', `${rows} 2`),
      },
      {
        name: `statistics, parties ${mainPartType}, months`,
        path: orderDataApi.list.path,
        query: { mainPartType, statUnit: '3' },
        byHand: listOf('charge_sum_party', `${rows} 3`),
      },
      {
        name: `statistics, parties ${mainPartType}, sums of a month`,
        path: orderDataApi.sums.path,
        query: { mainPartType, statUnit: '3', statDay_begin: firstOfMonth, statDay_end: firstOfMonth },
        byHand: (scope: string) =>
          `select currency, sum(charging_elec), sum(billing_amount) from charge_sum_party where ${rows} 3 and stat_day = '${firstOfMonth}' and ${scope} group by 1`,
      },
    ];
  }),
  { name: 'statistics, all parties, days', path: orderDataApi.list.path, query: {}, byHand: listOf('charge_sum_party', 'unit = 2') },
  {
    name: 'statistics, parties 4, sums of 31 days',
    path: orderDataApi.sums.path,
    query: { mainPartType: '4', ...lastDays },
    byHand: (scope: string) =>
      `select currency, sum(charging_elec), sum(billing_amount) from charge_sum_party where subject = 4 and ${sinceDays(31)} and ${scope} group by 1`,
  },
  {
    name: 'statistics, piles, sums of 31 days',
    path: pileDataApi.sums.path,
    query: lastDays,
    byHand: (scope: string) =>
      `select currency, sum(charging_elec), sum(billing_amount) from charge_sum_pile where subject = 5 and ${sinceDays(31)} and ${scope} group by 1`,
  },
  { name: 'statistics, piles, days', path: pileDataApi.list.path, query: {}, byHand: listOf('charge_sum_pile', 'subject = 5 and unit = 2') },
  {
    name: 'statistics, piles, years',
    path: pileDataApi.list.path,
    query: { statUnit: '4' },
    byHand: listOf('charge_sum_pile', 'subject = 5 and unit = 4'),
  },
];

interface Measured {
  readonly program: ServerProgram;
  readonly client: pg.Client;
  readonly viewers: readonly Viewer[];
  /** What the names of the panels contain. */
  readonly only: string;
}

/** Asks for each panel as each viewer, one request after the other, over HTTP, and prints it beside the SQL by hand. Returns what reached the limit. */
export const measurePanels = async ({ program, client, viewers, only }: Measured): Promise<readonly string[]> => {
  const missed: string[] = [];
  for (const viewer of viewers)
    for (const { name, path, query, byHand } of [...homePanels, ...operationPanels, ...dataPanels].filter((panel) => panel.name.includes(only))) {
      const url = `${path}?${new URLSearchParams(query).toString()}`;
      const refused = await getResult(program, viewer.token, url).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : 'refused'),
      );
      if (refused !== undefined) {
        console.log(`${viewer.name.padEnd(13)} ${name.padEnd(38)} ${refused}`);
        missed.push(`${viewer.name} ${name}`);
        continue;
      }
      const { p50Ms, p95Ms } = await timed(REQUESTS, () => getResult(program, viewer.token, url));
      const statement = byHand(viewer.scope);
      const first = await timed(1, () => client.query(statement));
      const hand = first.p50Ms > SLOW_HAND_MS ? first : await timed(HAND_REQUESTS, () => client.query(statement));
      const [p50, p95, bare] = [p50Ms, p95Ms, hand.p50Ms].map((ms) => `${ms.toFixed(1).padStart(7)} ms`);
      console.log(`${viewer.name.padEnd(13)} ${name.padEnd(38)} p50 ${p50}  p95 ${p95}  by hand ${bare}  ratio ${(p50Ms / hand.p50Ms).toFixed(1)}`);
      if (p95Ms >= LIMIT_MS) missed.push(`${viewer.name} ${name}`);
    }
  return missed;
};
