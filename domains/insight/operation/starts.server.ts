import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { orderState, settledOrderStates } from '#engines/order/codes.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import type { FigureFilter } from '../figures/figures.server.ts';
import { ordersOfPlace } from '../figures/orders-of-place.server.ts';
import { dayPart, NO_START_RESULT } from '../tenant-day/tenant-day.codes.ts';
import { isOfTenants } from '../tenant-day/tenant-day.server.ts';
import { aroundRun, longestRun } from './added-dates.rules.ts';
import type { DateRun, Instants } from './added-dates.rules.ts';
import type { StartAnalysis } from './operation.ts';
import { beginOf } from './period-begin.server.ts';

/** Attempts of a party at a station with shorter gaps are one visit (engines/insight/starts.ts, with which a test compares this query). */
const VISIT_GAP = '10 minutes';
/** A visit is served from 0.1 kWh on. The index of starts without energy has the same number. */
const SERVED_DWH = 1_000;
const endedStates = [orderState.ended, orderState.abnormal, ...settledOrderStates] as const;

/** Who tried, of a row `t`. */
const party = sql<string>`coalesce(t.main_part_type || ' ' || t.main_part_id, t.user_mobile, t.ic_card_no, t.charging_order_id::text)`;

/** Attempts `t` that were created in the span and have ended. */
const attempts = (ctx: Context, filter: FigureFilter, { since, until }: Instants): RawBuilder<SqlBool> =>
  sql<SqlBool>`${ordersOfPlace(ctx, filter)} and t.create_time >= ${since} and t.create_time < ${until} and t.create_time <= ${ctx.now} and t.order_state in (${literals(endedStates)})`;

interface StartCounts {
  readonly attempts: number;
  readonly unserved: number;
  readonly repeated: number;
  readonly servedLater: number;
  readonly failures: readonly { readonly startResult: number | null; readonly count: number }[];
}

/**
 * Starts that were created in the days: how many visits were served, and why attempts were not. Only an attempt without energy can be followed by another
 * one of the same visit, and those are few; so the others are only counted. Of whole tenants, dates that are added up are read from their sums.
 */
export const startsOf = async (ctx: Context, filter: FigureFilter): Promise<StartAnalysis> => {
  const from = await beginOf(ctx, filter);
  const span = { since: from, until: new Date(ctx.now.getTime() + 1) };
  const run = isOfTenants(ctx, filter) ? longestRun(await addedDates(ctx, from)) : undefined;
  const [before, after] = aroundRun(span, run);
  const unserved = (
    own: Instants,
  ): RawBuilder<unknown> => sql`select t.charging_order_id, t.station_id, t.create_time, t.start_result, ${party} as party
    from charging_order as t where ${attempts(ctx, filter, own)} and t.charging_elec < ${sql.lit(SERVED_DWH)}`;
  const { rows } = await sql<StartCounts>`with unserved as (${unserved(before)} union all ${unserved(after)}),
    next as (select n.is_served from unserved u cross join lateral (select t.charging_elec >= ${sql.lit(SERVED_DWH)} as is_served from charging_order as t
      where ${attempts(ctx, filter, span)} and t.station_id = u.station_id and t.create_time >= u.create_time and t.create_time < u.create_time + ${sql.lit(VISIT_GAP)}::interval
        and (t.create_time, t.charging_order_id) > (u.create_time, u.charging_order_id) and ${party} = u.party order by t.create_time, t.charging_order_id limit 1) n),
    added as materialized (${sumsOf(ctx, filter, run)}),
    reason as (select u.start_result::int4 as start_result, count(*) as n from unserved u group by 1
      union all select nullif(a.part, ${sql.lit(NO_START_RESULT)}), a.n from added a where a.kind = ${sql.lit(dayPart.unserved)})
    select ((select count(*) from charging_order as t where ${attempts(ctx, filter, before)}) + (select count(*) from charging_order as t where ${attempts(ctx, filter, after)})
        + (select coalesce(sum(a.n), 0) from added a where a.kind = ${sql.lit(dayPart.attempts)}))::int4 as attempts,
      ((select count(*) from unserved) + (select coalesce(sum(a.n), 0) from added a where a.kind = ${sql.lit(dayPart.unserved)}))::int4 as unserved,
      ((select count(*) from next) + (select coalesce(sum(a.n), 0) from added a where a.kind = ${sql.lit(repeatedKind(filter))}))::int4 as repeated,
      ((select count(*) from next where is_served) + (select coalesce(sum(a.n), 0) from added a where a.kind = ${sql.lit(repeatedKind(filter))} and a.part = 1))::int4 as served_later,
      coalesce((select jsonb_agg(jsonb_build_object('startResult', f.start_result, 'count', f.n) order by f.n desc, f.start_result) from
        (select r.start_result, sum(r.n) as n from reason r group by 1) f), '[]') as failures`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('a statement without a table answers one row');
  const served = row.attempts - row.unserved;
  return {
    from: from.toISOString(),
    until: ctx.now.toISOString(),
    attempts: row.attempts,
    visits: row.attempts - row.repeated,
    firstTry: served - row.servedLater,
    served,
    failures: row.failures,
  };
};

/** Dates in UTC that lie in the span with all of their orders, and are added up. */
const addedDates = async (ctx: Context, from: Date): Promise<readonly string[]> => {
  const { rows } = await sql<{
    day: string;
  }>`select a.stat_day::text as day from tenant_day a where a.stat_day::timestamp at time zone 'UTC' >= ${from} and a.stat_day < ${ctx.now}::date order by a.stat_day`.execute(
    ctx.db,
  );
  return rows.map(({ day }) => day);
};

/** With a filter by the type of pile, only attempts at piles of that type follow each other. */
const repeatedKind = ({ cpType }: FigureFilter): number => (cpType === null ? dayPart.repeated : dayPart.repeatedOfType);

/** The sums of a run of dates by kind and part. */
const sumsOf = (ctx: Context, { cpType }: FigureFilter, run: DateRun | undefined): RawBuilder<unknown> => {
  const scope = scopeClauses(chargeSum, ctx.viewer, 'd').map((clause) => sql`and ${clause}`);
  return sql`select d.kind, d.part, sum(d.charging_count) as n from tenant_day_sum as d
    where d.kind in (${literals([dayPart.attempts, dayPart.unserved, dayPart.repeated, dayPart.repeatedOfType])}) and d.stat_day >= ${run?.first ?? null}::date
      and d.stat_day <= ${run?.last ?? null}::date and (${cpType}::int2 is null or d.cp_type = ${cpType}) ${sql.join(scope, sql` `)} group by 1, 2`;
};
