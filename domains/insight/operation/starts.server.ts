import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { orderState, settledOrderStates } from '#engines/order/codes.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { FigureFilter } from '../figures/figures.server.ts';
import { ordersOfPlace } from '../figures/orders-of-place.server.ts';
import type { StartAnalysis } from './operation.ts';
import { beginOf } from './period-begin.server.ts';

/** Attempts of a party at a station with shorter gaps are one visit (engines/insight/starts.ts, with which a test compares this query). */
const VISIT_GAP = '10 minutes';
/** A visit is served from 0.1 kWh on. The index of starts without energy has the same number. */
const SERVED_DWH = 1_000;
const endedStates = [orderState.ended, orderState.abnormal, ...settledOrderStates] as const;

/** Who tried, of a row `t`. */
const party = sql<string>`coalesce(t.main_part_type || ' ' || t.main_part_id, t.user_mobile, t.ic_card_no, t.charging_order_id::text)`;

/** Attempts `t`: orders that were created in the days and have ended. */
const attempts = (ctx: Context, filter: FigureFilter, from: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`${ordersOfPlace(ctx, filter)} and t.create_time >= ${from} and t.create_time <= ${ctx.now} and t.order_state in (${literals(endedStates)})`;

/**
 * Starts that were created in the days: how many visits were served, and why attempts were not. Only an attempt without energy can be followed by another
 * one of the same visit, and those are few; so the others are only counted.
 */
export const startsOf = async (ctx: Context, filter: FigureFilter): Promise<StartAnalysis> => {
  const from = await beginOf(ctx, filter);
  const mine = attempts(ctx, filter, from);
  const { rows } = await sql<{
    attempts: number;
    unserved: number;
    repeated: number;
    servedLater: number;
    failures: readonly { readonly startResult: number | null; readonly count: number }[];
  }>`with unserved as (select t.charging_order_id, t.station_id, t.create_time, t.start_result, ${party} as party from charging_order as t
      where ${mine} and t.charging_elec < ${sql.lit(SERVED_DWH)}),
    next as (select n.is_served from unserved u cross join lateral (select t.charging_elec >= ${sql.lit(SERVED_DWH)} as is_served from charging_order as t
      where ${mine} and t.station_id = u.station_id and t.create_time >= u.create_time and t.create_time < u.create_time + ${sql.lit(VISIT_GAP)}::interval
        and (t.create_time, t.charging_order_id) > (u.create_time, u.charging_order_id) and ${party} = u.party order by t.create_time, t.charging_order_id limit 1) n)
    select (select count(*)::int4 from charging_order as t where ${mine}) as attempts, (select count(*)::int4 from unserved) as unserved, (select count(*)::int4 from next) as repeated,
      (select count(*)::int4 from next where is_served) as served_later,
      coalesce((select jsonb_agg(jsonb_build_object('startResult', f.start_result, 'count', f.n) order by f.n desc, f.start_result) from
        (select u.start_result, count(*) as n from unserved u group by 1) f), '[]') as failures`.execute(ctx.db);
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
