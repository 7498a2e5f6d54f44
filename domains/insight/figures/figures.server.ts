import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { newestDay } from '#domains/network/server.ts';
import { pile, station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import { HOUR_UNIT, statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { DORMANT_DAYS_MAX } from '../operation/operation.ts';
import type { Figures } from './added-up.rules.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import type { DaySpan } from './figures.ts';

/** Where figures are from: everything in the viewer's scope or one station, and piles of every type or of one. */
export interface FigurePlace {
  readonly stationId: string | null;
  readonly cpType: number | null;
}
/** And of which local days. */
export interface FigureFilter extends DaySpan, FigurePlace {}

/** A request for figures of the last days, as the pages send it. */
export interface FigureQuery {
  readonly days: number;
  readonly stationId?: string | null;
  readonly cpType?: number | null;
}

/** A station that the viewer does not see is not found. */
export const placeOf = async (ctx: Context, { stationId = null, cpType = null }: Omit<FigureQuery, 'days'>): Promise<FigurePlace> => {
  if (stationId !== null) await ctx.rows(station).get(stationId);
  return { stationId, cpType };
};

/** The last days up to the newest local day among the viewer's stations. */
export const filterOf = async (ctx: Context, { days, ...query }: FigureQuery): Promise<FigureFilter> => {
  const place = await placeOf(ctx, query);
  const to = (await newestDay(ctx)) ?? ctx.now.toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { from: plusDays(to, 1 - days), to, ...place };
};

/** Rows `t` of `charge_sum` for stations: in scope, in the days, of the station and the type. */
export const stationRows = (ctx: Context, { from, to, stationId, cpType }: FigureFilter): RawBuilder<SqlBool> => {
  const scope = scopeClauses(chargeSum, ctx.viewer, 't').map((clause) => sql`and ${clause}`);
  return sql<SqlBool>`t.subject = ${sql.lit(statSubject.station)} and t.stat_day >= ${from}::date and t.stat_day <= ${to}::date ${sql.join(scope, sql` `)}
    and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`;
};

export interface FiguresOfDay extends Figures {
  /** The first day of the period. */
  readonly day: string;
  readonly tenantId: bigint;
}

const sums = sql`sum(t.charging_count)::int4 as charges, sum(t.charging_elec)::int8 as energy_dwh, sum(t.billing_amount)::int8 as billed_cents, sum(t.order_amount)::int8 as ordered_cents,
  sum(t.elec_amount)::int8 as elec_cents, sum(t.srv_amount)::int8 as srv_cents, sum(t.busy_ms)::int8 as busy_ms`;

/** The figures of stations by period, tenant and currency, in the order of time. */
export const figuresByPeriod = async (
  ctx: Context,
  filter: FigureFilter,
  unit: (typeof statUnit.items)[keyof typeof statUnit.items]['value'] = statUnit.items.day.value,
): Promise<readonly FiguresOfDay[]> => {
  const { rows } = await sql<FiguresOfDay>`select t.stat_day::text as day, t.tenant_id, t.currency, ${sums}
    from charge_sum as t where ${stationRows(ctx, filter)} and t.unit = ${unit} group by t.stat_day, t.tenant_id, t.currency order by t.stat_day, t.tenant_id, t.currency`.execute(
    ctx.db,
  );
  return rows;
};

/** The figures of stations by station and currency. */
export const figuresByStation = async (
  ctx: Context,
  filter: FigureFilter,
): Promise<readonly (Figures & { readonly stationId: bigint; readonly stationName: string })[]> => {
  const { rows } = await sql<
    Figures & { stationId: bigint; stationName: string }
  >`select t.station_id, s.station_name, t.currency, ${sums} from charge_sum as t join station s on s.station_id = t.station_id
    where ${stationRows(ctx, filter)} and t.unit = ${sql.lit(statUnit.items.day.value)} group by t.station_id, s.station_name, t.currency`.execute(
    ctx.db,
  );
  return rows;
};

/** How long guns charged in each hour of the week: `weekday` 1 is Monday. */
export const busyByHour = async (ctx: Context, filter: FigureFilter): Promise<readonly { weekday: number; hour: number; busyMs: bigint }[]> => {
  const { rows } = await sql<{
    weekday: number;
    hour: number;
    busyMs: bigint;
  }>`select extract(isodow from t.stat_day)::int4 as weekday, extract(hour from t.period)::int4 as hour, sum(t.busy_ms)::int8 as busy_ms
    from charge_sum as t where ${stationRows(ctx, filter)} and t.unit = ${sql.lit(HOUR_UNIT)} group by 1, 2`.execute(ctx.db);
  return rows;
};

/** A pile that exists now, what it delivered in the days, and how long it has been in service in them. */
export interface PileFigures {
  readonly cpCode: string;
  readonly cpName: string;
  readonly stationId: bigint;
  readonly stationName: string;
  readonly isEnabled: boolean;
  readonly isOnline: boolean;
  readonly guns: number;
  readonly ratedW: bigint;
  /** Of the pile; its guns together have been in service as often as there are guns. */
  readonly inServiceS: bigint;
  readonly charges: number;
  readonly energyDwh: bigint;
  readonly busyMs: bigint;
  /** Null where it has not charged for `DORMANT_DAYS_MAX` days. */
  readonly lastDay: string | null;
}

/** The rated power of a pile is stored in 0.1 kW. */
const W_PER_UNIT = 100;

export const figuresOfPiles = async (ctx: Context, { from, to, stationId, cpType }: FigureFilter): Promise<readonly PileFigures[]> => {
  const { rows } =
    await sql<PileFigures>`with used as (select u.subject_key, sum(u.charging_count) filter (where u.stat_day >= ${from}::date) as charges,
        sum(u.charging_elec) filter (where u.stat_day >= ${from}::date) as energy, sum(u.busy_ms) filter (where u.stat_day >= ${from}::date) as busy, max(u.stat_day) filter (where u.charging_count > 0) as last_day
      from charge_sum u where u.subject = ${sql.lit(statSubject.pile)} and u.unit = ${sql.lit(statUnit.items.day.value)} and u.stat_day <= ${to}::date
        and u.stat_day >= least(${from}::date, ${to}::date - ${sql.lit(DORMANT_DAYS_MAX)}) and (${stationId}::int8 is null or u.station_id = ${stationId}) group by 1)
    select t.cp_code, t.cp_name, t.station_id, s.station_name, t.cp_stat = ${sql.lit(entityState.enabled)} as is_enabled, coalesce(st.online, false) as is_online, t.gun_count as guns,
      t.cp_power * ${sql.lit(W_PER_UNIT)} as rated_w,
      greatest(0, extract(epoch from least(${ctx.now}::timestamptz, (${to}::date + 1)::timestamp at time zone s.timezone) - greatest(t.create_time, ${from}::date::timestamp at time zone s.timezone)))::int8 as in_service_s,
      coalesce(u.charges, 0)::int4 as charges, coalesce(u.energy, 0)::int8 as energy_dwh, coalesce(u.busy, 0)::int8 as busy_ms, u.last_day::text as last_day
    from pile as t join station s on s.station_id = t.station_id left join pile_state st on st.cp_code = t.cp_code left join used u on u.subject_key = t.cp_code
    where ${inScope(ctx, pile)} and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`.execute(
      ctx.db,
    );
  return rows;
};
