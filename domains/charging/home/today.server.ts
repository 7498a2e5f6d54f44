import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import { gunState } from '#engines/pile/codes.ts';
import { proofApi } from '#domains/money/resources.ts';
import { pileWorkState, station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { OFFLINE } from '../monitoring/monitor.ts';
import { implement } from '#kit/server/context/route.ts';
import { todayApi } from './today.ts';
import type { TodayTotals } from './today.ts';

interface TodayRow {
  stations: number;
  pileCount: number;
  onlineCount: number;
  powerW: bigint;
  gunsByState: Readonly<Record<string, number>>;
  abnormal: number;
  toSettle: number;
  booksBroken: number;
  offlinePiles: number;
  dayBegan: Date | null;
  sums: readonly { readonly currency: string; readonly orders: number; readonly energyDwh: number; readonly amountCents: number }[];
}

/** Today at all stations in the viewer's scope; the day of each begins at its own midnight. */
const todayOf = async (ctx: Context): Promise<TodayTotals> => {
  // Keys of jsonb are not column names, so the plugin that renames columns is bypassed.
  const { rows } = await sql<TodayRow>`
    with mine as (select t.station_id, t.timezone, t.tenant_id from station as t where ${inScope(ctx, station)})
    select (select count(*)::int4 from mine) as stations, ${dayBeganOf(ctx.now)} as "dayBegan", p."pileCount", p."onlineCount", p."offlinePiles", g."gunsByState", w."powerW", o.abnormal, o."toSettle", b."booksBroken", s.sums
    from (${pilesOf}) p, (${gunsOf}) g, (${powerOf}) w, (${openOf}) o, (${booksOf}) b, (${sumsOf(ctx.now)}) s`.execute(ctx.db.withoutPlugins());
  const [row] = rows;
  if (!row) throw new Error('aggregates without grouping answer one row');
  const { abnormal, toSettle, offlinePiles, powerW, booksBroken, dayBegan, ...rest } = row;
  const attention = { abnormal, toSettle, offlinePiles, booksBroken: hasPermission(ctx.viewer, proofApi.proof.allow) ? booksBroken : 0 };
  return { ...rest, powerW: Number(powerW), dayBegan: dayBegan?.toISOString() ?? null, attention };
};

export const todayRoutes = implement(todayApi, { today: (ctx) => todayOf(ctx) });

const pilesOf = sql`select count(*)::int4 as "pileCount", (count(*) filter (where st.online))::int4 as "onlineCount",
    (count(*) filter (where p.cp_work_stat = ${pileWorkState.items.offline.value}))::int4 as "offlinePiles"
  from mine m join pile p on p.station_id = m.station_id join pile_state st on st.cp_code = p.cp_code where not p.is_delete`;

const gunsOf = sql`select coalesce(jsonb_object_agg(stat, guns), '{}') as "gunsByState" from (
  select (case when st.online then g.gun_work_stat else ${OFFLINE}::int2 end)::text as stat, count(*) as guns
  from mine m join gun g on g.station_id = m.station_id join pile_state st on st.cp_code = g.cp_code where not g.is_delete group by 1) counted`;

const powerOf = sql`select coalesce(sum(l.charging_power), 0)::int8 as "powerW"
  from mine m join gun g on g.station_id = m.station_id join gun_live l on l.cp_code = g.cp_code and l.gun_number = g.gun_number
  where g.gun_work_stat = ${sql.lit(gunState.charging)} and g.charging_order_no is not null and not g.is_delete`;

const { abnormal, ended } = orderState;
const openOf = sql`select (count(*) filter (where o.order_state = ${abnormal}))::int4 as abnormal, (count(*) filter (where o.order_state = ${ended}))::int4 as "toSettle"
  from mine m join charging_order o on o.station_id = m.station_id and o.tenant_id = m.tenant_id
  where o.order_state in (${abnormal}, ${ended}) and o.order_state <> ${sql.lit(orderState.settled)} and not o.is_delete`;

// Only the platform sees rows here: row security hides them from all others.
const booksOf = sql`select coalesce(sum((line ->> 'broken')::int4), 0)::int4 as "booksBroken"
  from (select distinct on (is_whole) lines from books_proof order by is_whole, proof_id desc) newest, jsonb_array_elements(newest.lines) as line`;

/** A day lasts 25 hours where a clock is put back. The planner knows how few orders are so young, but not when midnight is at each station. */
const LONGEST_DAY_MS = 25 * 3_600_000;

const midnight = (now: Date) => sql`date_trunc('day', ${now}::timestamptz at time zone m.timezone) at time zone m.timezone`;

const dayBeganOf = (now: Date) => sql`(select case when min(${midnight(now)}) = max(${midnight(now)}) then min(${midnight(now)}) end from mine m)`;

const sumsOf = (
  now: Date,
) => sql`select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'orders', orders, 'energyDwh', energy, 'amountCents', amount) order by orders desc, currency), '[]') as sums
  from (select n.currency, count(o.charging_order_id) as orders, coalesce(sum(o.charging_elec) filter (where o.stop_time is not null), 0) as energy, coalesce(sum(o.billing_amount), 0) as amount
    from mine m join tenant n on n.tenant_id = m.tenant_id left join charging_order o on o.station_id = m.station_id and not o.is_delete
      and o.create_time >= ${new Date(now.getTime() - LONGEST_DAY_MS)} and o.create_time >= ${midnight(now)}
    group by n.currency) each_currency`;
