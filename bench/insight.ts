/**
 * Statistics of ten million orders: `npm run bench:insight -- [--orders 10000000] [--data folder] [--port 21600]`. Orders of three years at the network of
 * bench/lists are loaded into a PostgreSQL of its own and added up; then the server program answers each panel of the analytics and each page of the
 * statistics over HTTP, for every viewer, and the busiest day of the busiest station is counted anew. With `--data` the folder stays and is used again.
 * Exits 1 if a p95 reaches 200 ms or the recount 2 s.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { operationApi, orderDataApi, pileDataApi } from '#domains/insight/resources.ts';
import { inDatabase, prepareDatabase, startBenchDatabase, startProgram, switchLoadSettings } from './lists/bench-database.ts';
import { runInLanes } from './lists/bulk-load.ts';
import { timed } from './lists/measure.ts';
import { fillNetwork } from './lists/network.ts';
import { loadOrders } from './lists/orders.ts';
import { getResult, signInAll } from './lists/viewers.ts';

const { values } = parseArgs({
  options: { orders: { type: 'string', default: '10000000' }, data: { type: 'string' }, port: { type: 'string', default: '21600' } },
});
const LIMIT_MS = 200;
const RECOUNT_LIMIT_MS = 2_000;
const REQUESTS = 40;
const count = Number(values.orders);

const today = new Date().toISOString().slice(0, 10);
const month = `${today.slice(0, 7)}-01`;
const panels: readonly (readonly [name: string, path: string, query: Readonly<Record<string, string>>])[] = [
  ...['7', '30', '90', '400'].map((days) => [`amounts of ${days} days`, operationApi.charges.path, { days }] as const),
  ...['7', '30', '90'].map((days) => [`use of ${days} days`, operationApi.use.path, { days }] as const),
  ['starts of 7 days', operationApi.starts.path, { days: '7' }],
  ['unbilled', operationApi.unbilled.path, { days: '7' }],
  ...['1', '2', '3', '4'].flatMap((mainPartType) => [
    [`parties ${mainPartType}, days`, orderDataApi.list.path, { mainPartType }] as const,
    [`parties ${mainPartType}, months`, orderDataApi.list.path, { mainPartType, statUnit: '3' }] as const,
    [
      `parties ${mainPartType}, sums of a month`,
      orderDataApi.sums.path,
      { mainPartType, statUnit: '3', statDay_begin: month, statDay_end: month },
    ] as const,
  ]),
  ['piles, days', pileDataApi.list.path, {}],
  ['piles, years', pileDataApi.list.path, { statUnit: '4' }],
];

const bench = await startBenchDatabase(values.data);
try {
  const isLoaded = values.data !== undefined && existsSync(path.join(values.data, 'loaded'));
  if (!isLoaded) await load();
  await bench.restart(true);
  const program = await startProgram(bench, Number(values.port));
  const missed: string[] = [];
  for (const viewer of (await signInAll(program)).filter(({ name }) => name !== 'customer'))
    for (const [name, address, query] of panels) {
      const url = `${address}?${new URLSearchParams(query).toString()}`;
      await getResult(program, viewer.token, url);
      const { p50Ms, p95Ms } = await timed(REQUESTS, () => getResult(program, viewer.token, url));
      console.log(`${viewer.name.padEnd(13)} ${name.padEnd(32)} p50 ${p50Ms.toFixed(0).padStart(5)} ms  p95 ${p95Ms.toFixed(0).padStart(5)} ms`);
      if (p95Ms >= LIMIT_MS) missed.push(`${viewer.name} ${name}`);
    }
  await program.stop();
  missed.push(...(await measureRecount()));
  console.log(missed.length === 0 ? 'all within their limits' : `beyond the limits: ${missed.join('; ')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await bench.stop();
}

async function measureRecount(): Promise<readonly string[]> {
  const client = await bench.client();
  const { rows } = await client.query<{
    station: string;
    day: string;
    orders: string;
  }>(`select station_id as station, stat_day::text as day, sum(charging_count) as orders from charge_sum
    where subject = 0 and unit = 2 group by 1, 2 order by sum(charging_count) desc limit 1`);
  const [busiest] = rows;
  const { maxMs } = await timed(3, () => client.query('select charge_recount($1, $2, $2)', [busiest?.station, busiest?.day]));
  await client.end();
  console.log(`recount of the busiest day of a station, ${busiest?.orders ?? '0'} orders: ${maxMs.toFixed(0)} ms`);
  return maxMs >= RECOUNT_LIMIT_MS ? ['recount'] : [];
}

async function load(): Promise<void> {
  await prepareDatabase(bench.database().url);
  await switchLoadSettings(bench, 'on');
  await bench.restart(false);
  const begunMs = performance.now();
  const client = await bench.client();
  await fillNetwork(client);
  const url = inDatabase(bench.database().superuserUrl, 'chargeops');
  await loadOrders(url, { count, now: new Date() });
  const { rows: stations } = await client.query<{ id: string }>('select station_id as id from station');
  const columns = `tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip,
    charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms`;
  await runInLanes(url, stations, async (lane, { id }) => {
    for (const counted of ['charge_recount_days', 'charge_recount_months'])
      await lane.query(`insert into charge_sum (${columns}) select ${columns} from ${counted}($1, '2020-01-01', '2099-12-31')`, [id]);
  });
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<{ sums: number; gb: number }>(
    `select count(*)::int4 as sums, (select sum(pg_total_relation_size(c.oid))::float8 / 1e9 from pg_class c where c.relname ~ '^charge_sum_(station|pile|party)$') as gb from charge_sum`,
  );
  await client.end();
  await switchLoadSettings(bench, 'off');
  if (values.data !== undefined) await writeFile(path.join(values.data, 'loaded'), String(count));
  const tookS = (performance.now() - begunMs) / 1e3;
  console.log(
    `load       ${count.toLocaleString('en')} orders, ${rows[0]?.sums.toLocaleString('en')} sums of ${rows[0]?.gb.toFixed(1)} GB in ${tookS.toFixed(0)} s`,
  );
}
