import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { settledOrderStates } from '#engines/order/codes.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import type { FigureFilter } from '../figures/figures.server.ts';
import { ordersOfPlace } from '../figures/orders-of-place.server.ts';
import { dayPart } from './tenant-day.codes.ts';
import type { Duration } from './tenant-day.codes.ts';
import { dayRows, isOfAgents, isOfTenants, otherDays, ownStations } from './tenant-day.server.ts';

const durationKinds = literals([dayPart.charge, dayPart.plugged, dayPart.stayed]);
const settled = sql<SqlBool>`t.order_state in (${literals(settledOrderStates)}) and t.billing_time is not null and t.stop_time > t.start_time`;
const times = sql`t.charging_order_id, t.start_time, t.stop_time`;

/** How many durations of settled charges took so many begun minutes, and how long they took together, by kind and in the order of their length. */
export const durationsByMinute = async (ctx: Context, filter: FigureFilter): Promise<readonly Duration[]> => {
  const ofTenants = isOfTenants(ctx, filter);
  const stays = scopeClauses(chargeSum, ctx.viewer, 'u').map((clause) => sql`and ${clause}`);
  const { rows } = await sql<Duration>`with charge as materialized (${ofTenants ? chargesOfTenants(ctx, filter) : chargesOfPlace(ctx, filter)}),
    ends as materialized (select min(c.charging_order_id) as first, max(c.charging_order_id) as last from charge c),
    stay as (select ${msOf('c.stop_time', 'c.start_time')} as charge_ms, ${msOf('u.unplugged_at', 'c.start_time')} as plugged_ms, ${msOf('u.unplugged_at', 'c.stop_time')} as stayed_ms
      from charge c left join order_unplug u on u.charging_order_id = c.charging_order_id and u.unplugged_at >= c.stop_time ${isOfAgents(ctx, filter) ? sql`and u.station_id = any(${ownStations(ctx)})` : sql``}
        ${sql.join(stays, sql` `)} and (${filter.stationId}::int8 is null or u.station_id = ${filter.stationId})
        -- The charges that are read follow each other in time, so nearly all orders between the first and the last of them are theirs.
        and u.charging_order_id >= (select e.first from ends e) and u.charging_order_id <= (select e.last from ends e)),
    begun as (select s.*, ${begunMinutes('charge_ms')} as charge, ${begunMinutes('plugged_ms')} as plugged, ${begunMinutes('stayed_ms')} as stayed from stay s),
    -- All three kinds in one pass over the charges.
    counted as (select case 0 when grouping(b.charge) then ${sql.lit(dayPart.charge)} when grouping(b.plugged) then ${sql.lit(dayPart.plugged)} else ${sql.lit(dayPart.stayed)} end as kind,
        coalesce(b.charge, b.plugged, b.stayed) as minutes, count(*) as n,
        case 0 when grouping(b.charge) then sum(b.charge_ms) when grouping(b.plugged) then sum(b.plugged_ms) else sum(b.stayed_ms) end as ms
      from begun b group by grouping sets ((b.charge), (b.plugged), (b.stayed)))
    select p.kind::int4 as kind, p.minutes::int4 as minutes, sum(p.n)::int4 as count, sum(p.ms)::float8 as ms
    from (select m.kind, m.minutes, m.n, m.ms from counted m where m.minutes is not null
      ${ofTenants ? sql`union all ${addedUp(ctx, filter)}` : sql``}) p
    group by 1, 2 order by 1, 2`.execute(ctx.db);
  return rows;
};

/** The milliseconds from one time to another. */
const msOf = (until: string, since: string): RawBuilder<unknown> => sql`(date_part('epoch', ${sql.ref(until)} - ${sql.ref(since)}) * 1000)::int8`;

const begunMinutes = (ms: string): RawBuilder<unknown> => sql`(${sql.ref(`s.${ms}`)} + 59999) / 60000`;

/** The settled charges of a place: a station's, an agent's, or those of some stations. */
const chargesOfPlace = (ctx: Context, filter: FigureFilter): RawBuilder<unknown> =>
  sql`select ${times} from charging_order as t where ${ordersOfPlace(ctx, filter)} ${isOfAgents(ctx, filter) ? sql`and t.station_id = any(${ownStations(ctx)})` : sql``}
    and t.charge_day >= ${filter.from}::date and t.charge_day <= ${filter.to}::date and ${settled}`;

/** The days of the filter that are not over in every time zone yet; they are not added up as days. */
const openDays = ({ from, to }: FigureFilter): RawBuilder<unknown> =>
  sql`array(select g::date from generate_series(greatest(${from}::date, newest_day_over() + 1), ${to}::date, interval '1 day') as g)`;

/** The settled charges of whole tenants that are added up neither with their day nor with the span of their settlement. */
const chargesOfTenants = (ctx: Context, filter: FigureFilter): RawBuilder<unknown> => {
  const own = sql`${ordersOfPlace(ctx, filter)} and ${settled}`;
  return sql`select ${times} from charging_order as t where ${own} and t.charge_day <= newest_day_over() and t.charge_day = any(${otherDays(filter)})
    union all select ${times} from settled_spans_to_read() r
      -- With "offset 0" these orders are found by their settlement alone: the days have fifty times as many.
      cross join lateral (select o.* from charging_order o where o.order_state in (${literals(settledOrderStates)}) and o.billing_time >= r.since and o.billing_time < r.until
        offset 0) t
      where ${own} and t.charge_day = any(${openDays(filter)})
    union all select ${times} from charging_order as t where ${own} and t.charge_day = any(${openDays(filter)})
      and t.charge_day > (t.billing_time at time zone 'UTC')::date + 1 and t.billing_time < settled_spans_since()`;
};

/** The durations that are added up with their day, and with the span of their settlement, each by the minute. */
const addedUp = (ctx: Context, filter: FigureFilter): RawBuilder<unknown> =>
  sql`select d.kind, d.part, sum(d.charging_count), sum(d.busy_ms) from tenant_day_sum as d
      where d.stat_day = any(array(select a.stat_day from tenant_day a where a.stat_day >= ${filter.from}::date and a.stat_day <= ${filter.to}::date))
        and d.kind in (${durationKinds}) and ${dayRows(ctx, filter)} group by 1, 2
    union all select d.kind, d.part, sum(d.charging_count), sum(d.busy_ms) from settled_span_sum as d
      where d.since = any(array(select a.since from settled_span a where a.since >= settled_spans_since()))
        and d.kind in (${durationKinds}) and ${dayRows(ctx, filter)} and d.stat_day > newest_day_over() group by 1, 2`;
