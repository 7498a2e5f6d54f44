import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { liveOrderStates, orderState, settledOrderStates } from '#engines/order/codes.ts';
import { chargingOrder } from '#domains/charging/resources.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { literals } from '#kit/db/literals.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import type { Figures } from '../figures/added-up.rules.ts';
import type { FigureFilter, FigurePlace } from '../figures/figures.server.ts';
import type { StartAnalysis, UnbilledAnalysis } from './operation.ts';

const DAY_MS = 86_400_000;
const ENERGY_SCALE = 4;
const MONEY_SCALE = 2;

/** Orders `t` in the viewer's scope, of the station and the type of pile. */
const orders = (ctx: Context, { stationId, cpType }: FigurePlace): RawBuilder<SqlBool> =>
  sql<SqlBool>`${inScope(ctx, chargingOrder)} and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`;

/** Orders that run, or have ended and wait for their settlement. */
export const openOrdersOf = async (ctx: Context, filter: FigurePlace): Promise<number> => {
  const states = literals([orderState.charging, orderState.starting, orderState.ended, orderState.abnormal]);
  const { rows } = await sql<{ n: number }>`select count(*)::int4 as n from charging_order as t
    where ${orders(ctx, filter)} and t.order_state in (${states}) and t.order_state <> ${sql.lit(orderState.settled)}`.execute(ctx.db);
  return rows[0]?.n ?? 0;
};

/** How long settled charges took; null without one. */
export const durationsOf = async (ctx: Context, filter: FigureFilter): Promise<{ readonly medianS: number; readonly p90S: number } | null> => {
  const { rows } = await sql<{
    medianS: number | null;
    p90S: number | null;
  }>`select percentile_disc(0.5) within group (order by extract(epoch from t.stop_time - t.start_time)::int4) as median_s,
      percentile_disc(0.9) within group (order by extract(epoch from t.stop_time - t.start_time)::int4) as p90_s
    from charging_order as t where ${orders(ctx, filter)} and t.charge_day >= ${filter.from}::date and t.charge_day <= ${filter.to}::date
      and t.order_state in (${literals(settledOrderStates)}) and t.stop_time > t.start_time`.execute(ctx.db);
  const [row] = rows;
  return row && row.medianS !== null && row.p90S !== null ? { medianS: row.medianS, p90S: row.p90S } : null;
};

/** Attempts of a party at a station with shorter gaps are one visit (engines/insight/starts.ts, with which a test compares this query). */
const VISIT_GAP = '10 minutes';
/** A visit is served from 0.1 kWh on. */
const SERVED_DWH = 1_000;

/** Starts that were created in the days: how many visits were served, and why attempts were not. */
export const startsOf = async (ctx: Context, filter: FigureFilter): Promise<StartAnalysis> => {
  const from = await beginOf(ctx, filter);
  const { rows } = await sql<{
    attempts: number;
    visits: number;
    firstTry: number;
    served: number;
    failures: readonly { readonly startResult: number | null; readonly count: number }[];
  }>`with attempt as (select t.start_result, t.charging_elec >= ${sql.lit(SERVED_DWH)} as is_served, t.create_time, t.charging_order_id, t.station_id,
        coalesce(t.main_part_type || ' ' || t.main_part_id, t.user_mobile, t.ic_card_no, t.charging_order_id::text) as party
      from charging_order as t where ${orders(ctx, filter)} and t.create_time >= ${from} and t.create_time <= ${ctx.now} and t.order_state not in (${literals([orderState.initial, ...liveOrderStates])})),
    sequence as (select a.*, lag(a.create_time) over w as before_at, lag(a.is_served) over w as was_served from attempt a
      window w as (partition by a.station_id, a.party order by a.create_time, a.charging_order_id)),
    judged as (select s.*, coalesce(s.was_served or s.create_time - s.before_at >= ${sql.lit(VISIT_GAP)}::interval, true) as is_first from sequence s)
    select count(*)::int4 as attempts, (count(*) filter (where is_first))::int4 as visits, (count(*) filter (where is_first and is_served))::int4 as first_try,
      (count(*) filter (where is_served))::int4 as served,
      coalesce((select jsonb_agg(jsonb_build_object('startResult', f.start_result, 'count', f.n) order by f.n desc, f.start_result) from
        (select j.start_result, count(*) as n from judged j where not j.is_served group by 1) f), '[]') as failures
    from judged`.execute(ctx.db);
  const [row] = rows;
  if (!row) throw new Error('aggregates without grouping answer one row');
  return { from: from.toISOString(), until: ctx.now.toISOString(), ...row };
};

/** When the first of the days began at the first of the stations. */
const beginOf = async (ctx: Context, { from, stationId }: FigureFilter): Promise<Date> => {
  const { rows } = await sql<{ at: Date | null }>`select min(${from}::date::timestamp at time zone s.timezone) as at from station s
    where not s.is_delete and (${stationId}::int8 is null or s.station_id = ${stationId})`.execute(ctx.db);
  return rows[0]?.at ?? new Date(from);
};

/** Orders that delivered energy and have not been billed for a day, and their value at the mean price of the given figures. */
export const unbilledOf = async (ctx: Context, filter: FigureFilter, prices: readonly Figures[]): Promise<UnbilledAnalysis> => {
  const before = new Date(ctx.now.getTime() - DAY_MS);
  const { rows } = await sql<{
    currency: string;
    n: number;
    energy: bigint;
  }>`select t.currency, count(*)::int4 as n, sum(case when t.stop_time is null then greatest(t.charging_elec, p.energy, p.meter - t.start_meter) else t.charging_elec end)::int8 as energy
    from charging_order as t left join order_progress p on p.charging_order_id = t.charging_order_id
    where ${orders(ctx, filter)} and t.order_state in (${literals([orderState.ended, orderState.abnormal])}) and t.order_state <> ${sql.lit(orderState.settled)}
      and t.charging_elec > 0 and t.create_time <= ${before} group by 1 order by 1`.execute(ctx.db);
  return {
    before: before.toISOString(),
    orders: rows.reduce((sum, { n }) => sum + n, 0),
    energy: formatScaled(
      rows.reduce((sum, { energy }) => sum + energy, 0n),
      ENERGY_SCALE,
    ),
    values: rows.flatMap(({ currency, energy }) => {
      const price = prices.find((figures) => figures.currency === currency);
      return price && price.energyDwh > 0n ? [{ currency, amount: formatScaled((energy * price.billedCents) / price.energyDwh, MONEY_SCALE) }] : [];
    }),
  };
};
