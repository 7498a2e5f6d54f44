import type { MeasuredNoun } from './request-kinds.ts';
import { batchesOf, connectForLoad, dropIndexes, randomShare, runInLanes } from './bulk-load.ts';
import { chargingOrder } from '#domains/charging/resources.ts';
import { EURO_FROM, NETWORK_SIZE, tenantOfAgent } from './network.ts';

/** Orders that are charging when the load ends: one at the first gun of each station. */
const RUNNING_ORDERS = NETWORK_SIZE.stations;
const YEAR_DAYS = 365;

export const measuredOrders: MeasuredNoun = {
  resource: chargingOrder,
  combined: [
    ['charging now', { orderState: '2' }],
    ['unsettled or abnormal', { orderState: '3,9' }],
    ['abnormal of a kind', { orderState: '9', abnormalReason: 'endMissing' }],
    ['settled, by card', { orderState: '4', mainPartType: '2' }],
    ['of an agent, by VIN', { agentId: '1', mainPartType: '4' }],
    ['offline, by hand', { orderCategory: '2', settleMethod: '2' }],
    ['of stations, by WeChat', { stationId: '1,2,3,11', startSource: '1' }],
  ],
};

export interface LoadTimes {
  readonly rowsS: number;
  readonly indexS: number;
  readonly vacuumS: number;
  readonly heapGb: number;
  readonly indexGb: number;
}

export interface OrderLoad {
  readonly count: number;
  readonly now: Date;
  /** Over how many days the orders began; three years without it. */
  readonly days?: number;
  /** Consume records of the last months, which only lists read. */
  readonly withConsumption?: boolean;
  /** The share of starts that deliver nothing. */
  readonly failedShare?: number;
  /** The names of indexes that are not made. */
  readonly without?: RegExp;
}

/** Loads `count` orders, the last one now: rows first, indexes afterwards, each over two connections. */
export const loadOrders = async (superuserUrl: string, options: OrderLoad): Promise<LoadTimes> => {
  const client = await connectForLoad(superuserUrl);
  // These orders get their whole history in one statement.
  await client.query('alter table charging_order disable trigger order_birth_guard');
  await client.query('alter table charging_order disable trigger order_charge_day_of_new');
  // Statistics of so many orders are added up afterwards, by whoever reads them.
  await client.query('alter table charging_order disable trigger count_born_settled');
  const indexes = await dropIndexes(client, 'charging_order');
  const startedMs = performance.now();
  await runInLanes(superuserUrl, batchesOf(options.count), async (lane, [from, to]) => void (await lane.query(orderSql(options), [from, to])));
  await client.query(`insert into order_progress (charging_order_id, tenant_id, first_at, last_at, heard_at, energy, meter, soc)
    select charging_order_id, tenant_id, extract(epoch from start_time) * 1000, extract(epoch from start_time) * 1000 + 600000, extract(epoch from start_time) * 1000 + 600000, 12000, start_meter + 12000, 50 from charging_order where order_state = 2`);
  const rowsMs = performance.now();
  const needed = indexes.filter((index) => !(options.without?.test(index.split(' ON ')[0] ?? '') ?? false));
  await runInLanes(superuserUrl, needed, async (lane, index) => void (await lane.query(index)));
  const indexMs = performance.now();
  if (options.withConsumption !== false) await client.query(consumeSql);
  await client.query(`select setval(pg_get_serial_sequence('charging_order', 'charging_order_id'), $1)`, [options.count]);
  await client.query('vacuum (analyze) charging_order');
  await client.query('vacuum (analyze) consume_record');
  await client.query('vacuum (analyze)');
  const { rows } = await client.query<{ heap: number; index: number }>(
    `select pg_table_size('charging_order')::float8 / 1e9 as heap, pg_indexes_size('charging_order')::float8 / 1e9 as index`,
  );
  await client.end();
  const doneMs = performance.now();
  return {
    rowsS: (rowsMs - startedMs) / 1e3,
    indexS: (indexMs - rowsMs) / 1e3,
    vacuumS: (doneMs - indexMs) / 1e3,
    heapGb: rows[0]?.heap ?? 0,
    indexGb: rows[0]?.index ?? 0,
  };
};

/**
 * Inserts orders $1 to $2; with `offset 0` each level is computed once. Busy stations have many times the orders of quiet ones, and the last days
 * more than the first.
 */
const orderSql = ({ count, now, days = NETWORK_SIZE.years * YEAR_DAYS, failedShare = 0 }: OrderLoad): string => `
insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, order_state, order_category, abnormal_reason,
  main_part_type, main_part_id, cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, start_source, start_result, stop_reason,
  rate_rule_id, tariff_snapshot_id, currency, start_time, stop_time, start_soc, stop_soc, start_meter, stop_meter, charging_elec, charging_elec_peak, charging_elec_flat,
  charging_elec_valley, charging_elec_json, order_amount, elec_amount, srv_amount, peak_amount, flat_amount, valley_amount, billing_amount, tariff_offer, billing_time, settle_method,
  wallet_owner, create_time, update_time, version, charge_zone, charge_day, cp_type)
select n, t, a, s, 'L' || lpad(((s - 1) * ${NETWORK_SIZE.pilesPerStation} + pile)::text, 6, '0'), gun, to_char(at, 'YYMMDDHH24MISS') || upper(substr(md5(n::text), 1, 20)), state,
  case when r4 < 0.96 then 1 when r4 < 0.99 then 2 when r4 < 0.999 then 3 else 4 end,
  case when state = 9 then (array['endMissing', 'implausible', 'amountDiffers', 'checkCode', 'unknownParty', 'overCap', 'orphan', 'ghost', 'noTariff', 'startTimeout'])[1 + n % 10] end,
  kind, party, case when kind in (1, 3) or (kind = 2 and party % 10 < 3) then t * 1000000 + 1 + party % ${NETWORK_SIZE.customersPerTenant} end,
  case when kind in (1, 3) then 'Customer ' || t || '-' || party % 1000000 end, case when kind = 1 then 'User ' || party end,
  case when kind = 1 then '13' || lpad(party::text, 9, '0') end, case when kind = 2 then party end, case when kind = 2 then 'C' || lpad(party::text, 12, '0') end,
  case when kind = 4 or r5 < 0.5 then 'LSV' || lpad(car::text, 14, '0') end, case when kind = 4 then 'A' || lpad(car::text, 8, '0') end,
  case kind when 1 then case when r5 < 0.7 then 1 when r5 < 0.9 then 2 else 3 end when 2 then case when r4 < 0.97 then 16 else 19 end when 3 then 17 else 18 end, case when dwh = 0 then 161 else 0 end,
  case when state = 2 then null else 1 + (n % 5)::int end, t, t, case when t >= ${EURO_FROM} then 'EUR' else 'CNY' end, at,
  case when state = 2 then null else at + interval '50 minutes' end, 20, case when state = 2 then null else 90 end, n * 100, case when state = 2 then null else n * 100 + dwh end,
  case when state = 2 then 0 else dwh end, dwh / 3, dwh / 3, dwh - dwh / 3 * 2,
  jsonb_build_object('elec' || lpad((1 + n % 46)::text, 2, '0'), dwh / 2, 'elec' || lpad((2 + n % 46)::text, 2, '0'), dwh - dwh / 2),
  case when billed then elec + srv + offer else 0 end, case when billed then elec else 0 end, case when billed then srv else 0 end,
  case when billed then elec / 3 else 0 end, case when billed then elec / 3 else 0 end, case when billed then elec - elec / 3 * 2 else 0 end,
  case when billed then elec + srv else 0 end, case when billed then offer else 0 end,
  case when billed then at + interval '51 minutes' end, case when billed then case when r4 < 0.985 then 1 else 2 end end,
  case kind when 2 then 'card:' when 4 then 'car:' else 'customer:' end || party, at, at + interval '51 minutes', 7,
  zone, (at at time zone zone)::date, 1
from (
  select *, ${tenantOfAgent}[1 + (s - 1) / 10] as t, 1 + (s - 1) / 10 as a, t0 as at,
    case when ${tenantOfAgent}[1 + (s - 1) / 10] >= ${EURO_FROM} then 'Europe/Berlin' else 'Asia/Shanghai' end as zone,
    (dwh * 8 / 1000)::bigint as elec, (dwh * 4 / 1000)::bigint as srv, case when r5 < 0.05 then (dwh / 1000)::bigint else 0 end as offer, state in (4, 5) as billed,
    ${tenantOfAgent}[1 + (s - 1) / 10]::bigint * 1000000 + 1 + floor((case when kind = 2 then ${NETWORK_SIZE.cardsPerTenant} else ${NETWORK_SIZE.customersPerTenant} end) * r6 * r6)::bigint as party,
    ${tenantOfAgent}[1 + (s - 1) / 10]::bigint * 1000000 + 1 + floor(${NETWORK_SIZE.carsPerTenant} * r6 * r6)::bigint as car
  from (
    select *, case when n > ${count - RUNNING_ORDERS} then 1 + (n % ${RUNNING_ORDERS})::int else 1 + floor(${NETWORK_SIZE.stations} * r1 * sqrt(r1))::int end as s,
      case when n > ${count - RUNNING_ORDERS} then 1 else 1 + floor(r2 * ${NETWORK_SIZE.pilesPerStation})::int end as pile, case when n > ${count - RUNNING_ORDERS} or r3 < 0.5 then 1 else 2 end as gun,
      case when n > ${count - RUNNING_ORDERS} then 2 when r3 < 0.994 then 4 when r3 < 0.997 then 5 when r3 < 0.9995 then 9 else 3 end as state,
      case when r5 < 0.45 then 1 when r5 < 0.75 then 2 when r5 < 0.85 then 3 else 4 end as kind,
      case when r6 < ${failedShare} then 0 else 50000 + floor(r2 * 550000)::bigint end as dwh,
      timestamptz '${now.toISOString()}' - interval '${days} days' * (1 - power(n / ${count}.0::float8, 0.7)) as t0
    from (select n, ${[1, 2, 3, 4, 5, 6].map((seed) => `${randomShare(seed)} as r${seed}`).join(', ')} from generate_series($1::bigint, $2::bigint) n offset 0) x offset 0
  ) y offset 0
) z`;

/** Consume records of the settled orders of the last four months. */
const consumeSql = `insert into consume_record (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id, charging_order_no, main_part_type, main_part_id, main_part_no,
    cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, currency, order_amount, rr_money, rr_before_money, rr_after_money,
    charging_elec, charging_elec_peak, charging_elec_flat, charging_elec_valley, journal_id, create_time)
  select tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id, charging_order_no, main_part_type, main_part_id, coalesce(user_mobile, ic_card_no, car_vin, cust_name),
    cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, currency, order_amount, billing_amount, 100000, 100000 - billing_amount,
    charging_elec, charging_elec_peak, charging_elec_flat, charging_elec_valley, charging_order_id, billing_time
  from charging_order where order_state = 4 and create_time > (select max(create_time) from charging_order) - interval '4 months'`;
