import type pg from 'pg';
import { fillNextDay } from '#domains/insight/server.ts';
import { openDatabase } from '#kit/db/index.ts';
import { migrate } from '#kit/db/schema/migrate.ts';
import { testAddress } from '#kit/test/template.ts';
import type { BenchDatabase } from '../lists/bench-database.ts';
import { inDatabase, prepareDatabase, switchLoadSettings } from '../lists/bench-database.ts';
import { dropIndexes, runInLanes } from '../lists/bulk-load.ts';
import { fillNetwork } from '../lists/network.ts';
import { loadOrders } from '../lists/orders.ts';

/** The orders began within so many days; `INSIGHT_DAYS` has another number. Fewer orders of fewer days are as many a day. */
export const ORDER_DAYS = Number(process.env['INSIGHT_DAYS'] ?? '400');
const FAILED_SHARE = 0.03;
const PARTITIONS = ['charge_sum_station', 'charge_sum_pile', 'charge_sum_party'] as const;
const COLUMNS = `tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip,
  charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms, cust_id`;
/** Months and years of the days that have been added up. Guns have no years. */
const MONTHS = `insert into charge_sum (${COLUMNS})
  select tenant_id, agent_id, station_id, subject, subject_key, u.unit, date_trunc(u.field, period), currency, cp_type, main_part_type, sum(charging_count), sum(charging_elec),
    sum(charging_elec_tip), sum(charging_elec_peak), sum(charging_elec_flat), sum(charging_elec_valley), sum(order_amount), sum(billing_amount), sum(elec_amount), sum(srv_amount),
    sum(other_amount), sum(busy_ms), cust_id
  from day_sum d join (values (3, 'month'), (4, 'year')) as u (unit, field) on d.subject <> 6 or u.unit = 3 where d.unit = 2
  group by tenant_id, agent_id, station_id, subject, subject_key, u.unit, date_trunc(u.field, period), currency, cp_type, main_part_type, cust_id`;
/** All days that the orders may be of. */
const EVER = `'2020-01-01', '2099-12-31'`;
/** Indexes for filters of the list of orders, which no panel reads and which take half of the disk. */
const LIST_INDEXES = /_(?:by_hand|card|category|customer|gun|mobile|payer_type|pile|plate|source|vin)$/u;
/** Cars leave some minutes after their charge; analytics look at the stays of a month. */
const STAYS = `insert into order_unplug (charging_order_id, tenant_id, agent_id, station_id, unplugged_at)
  select charging_order_id, tenant_id, agent_id, station_id, stop_time + charging_order_id % 40 * interval '1 minute' from charging_order
  where stop_time is not null and create_time > now() - interval '60 days'`;
/** Stations whose sums are compared with their orders after the load. */
const PROVEN_STATIONS = [1, 7, 400, 1_999] as const;

/** Fills the database with a network, its orders of `ORDER_DAYS` days, and their sums as the recount of the product makes them. */
export const loadSums = async (bench: BenchDatabase, count: number): Promise<void> => {
  await prepareDatabase(bench.database().url);
  await switchLoadSettings(bench, 'on');
  const settings = await bench.client('postgres');
  // The whole load written twice would not fit beside other things.
  await settings.query(`alter system set max_wal_size = '4GB'`);
  await settings.end();
  await bench.restart(false);
  const begunMs = performance.now();
  const lapS = (): string => ((performance.now() - begunMs) / 1e3).toFixed(0);
  const client = await bench.client();
  await fillNetwork(client);
  await client.query(`set session_replication_role = replica; update pile set create_time = now() - interval '${ORDER_DAYS} days', cp_stat = 1, rate_rule_id = 1;
    update pile_state set online = true; reset session_replication_role`);
  const url = inDatabase(bench.database().superuserUrl, 'chargeops');
  await loadOrders(url, { count, now: new Date(), days: ORDER_DAYS, withConsumption: false, failedShare: FAILED_SHARE, without: LIST_INDEXES });
  await client.query(STAYS);
  await client.query('vacuum (analyze) order_unplug');
  console.log(`load       ${count.toLocaleString('en')} orders after ${lapS()} s`);
  await addUp(client, url);
  console.log(`load       their sums after ${lapS()} s`);
  // Lists read their indexes alone where a vacuum has seen the rows.
  await runInLanes(url, PARTITIONS, async (lane, partition) => void (await lane.query(`vacuum (analyze) ${partition}`)));
  await client.query('analyze charge_sum');
  await proveSums(client);
  const { rows } = await client.query<{ sums: number; gb: number; allGb: number }>(
    `select (select sum(c.reltuples)::int4 from pg_class c where c.relname = any($1)) as sums,
      (select sum(pg_total_relation_size(c.oid))::float8 / 1e9 from pg_class c where c.relname = any($1)) as gb, pg_database_size(current_database())::float8 / 1e9 as "allGb"`,
    [PARTITIONS],
  );
  await client.end();
  await switchLoadSettings(bench, 'off');
  const [size] = rows;
  console.log(
    `load       ${size?.sums.toLocaleString('en')} sums of ${size?.gb.toFixed(1)} GB, the database ${size?.allGb.toFixed(1)} GB, in ${lapS()} s`,
  );
};

/** Adds up past days of tenants and running totals, as the worker of the product does. */
export const addUpDays = async (bench: BenchDatabase): Promise<void> => {
  await migrate({ url: bench.database().url });
  const database = openDatabase({ url: await testAddress(bench.database().url) });
  const begunMs = performance.now();
  let days = 0;
  while (await fillNextDay({ database })) days += 1;
  const tookMs = performance.now() - begunMs;
  await database.close();
  const client = await bench.client();
  await client.query('vacuum (analyze) tenant_day_sum, tenant_day, running_total, running_total_day');
  const { rows } = await client.query<{ gb: number }>(`select pg_total_relation_size('running_total')::float8 / 1e9 as gb`);
  await client.end();
  console.log(`load       running totals of ${rows[0]?.gb.toFixed(2)} GB`);
  console.log(`load       ${days} days added up in ${(tookMs / 1e3).toFixed(0)} s, ${(tookMs / Math.max(days, 1)).toFixed(0)} ms each`);
};

/** Adds up station after station: its days by the recount of the product, and its months and years from these days while they are in memory. */
const addUp = async (client: pg.Client, url: string): Promise<void> => {
  const indexes: string[] = [];
  for (const partition of PARTITIONS) indexes.push(...(await dropIndexes(client, partition)));
  const { rows: stations } = await client.query<{ id: string }>('select station_id as id from station order by station_id');
  await runInLanes(url, stations, async (lane, { id }) => {
    // Days of tenants do not exist yet, so no trigger has to take a mark away.
    await lane.query(`set session_replication_role = replica; set work_mem = '1GB'; set temp_buffers = '512MB'; set jit = off`);
    await lane.query('create temp table if not exists day_sum (like charge_sum)');
    await lane.query('truncate day_sum');
    await lane.query(`insert into day_sum select * from charge_recount_days($1, ${EVER})`, [id]);
    await lane.query(`insert into charge_sum (${COLUMNS}) select ${COLUMNS} from day_sum order by subject, unit, period, subject_key`);
    await lane.query(MONTHS);
  });
  await runInLanes(url, indexes, async (lane, index) => void (await lane.query(index)));
};

const proveSums = async (client: pg.Client): Promise<void> => {
  for (const station of PROVEN_STATIONS) {
    const { rows } = await client.query<{ n: string }>(`select charge_sum_differences($1, current_date - 20, current_date + 1) as n`, [station]);
    if (rows[0]?.n !== '0') throw new Error(`station ${station}: ${rows[0]?.n} sums differ from its orders`);
  }
};
