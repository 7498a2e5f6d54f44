import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { newestDay } from '#domains/network/server.ts';
import { station } from '#domains/network/resources.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import { HOUR_UNIT, statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import { partRows, partsOf } from '../running-total/running-total.server.ts';
import { isOfTenants, tenantBusyByHour, tenantBusyOfHour, tenantDays } from '../tenant-day/tenant-day.server.ts';
import type { BusyUnit } from '../operation/busy-hour.rules.ts';
import type { BusyHour } from '../operation/operation.rules.ts';
import type { Figures } from './added-up.rules.ts';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import type { DaySpan } from './figures.ts';
import type { StageEnergies } from '../home/home-data.ts';

/** Who reads figures: a viewer, or a screen that shows a part of the network. */
export interface FigureReader {
  readonly db: Context['db'];
  readonly viewer: Pick<Viewer, 'sees'>;
}

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
export const stationRows = ({ viewer }: FigureReader, { from, to, stationId, cpType }: FigureFilter): RawBuilder<SqlBool> => {
  const scope = scopeClauses(chargeSum, viewer, 't').map((clause) => sql`and ${clause}`);
  return sql<SqlBool>`t.subject = ${sql.lit(statSubject.station)} and t.stat_day >= ${from}::date and t.stat_day <= ${to}::date ${sql.join(scope, sql` `)}
    and (${stationId}::int8 is null or t.station_id = ${stationId}) and (${cpType}::int2 is null or t.cp_type = ${cpType})`;
};

type StatUnit = CodeValue<typeof statUnit>;
const ENERGY_SCALE = 4;

export interface FiguresOfDay extends Figures {
  /** The first day of the period. */
  readonly day: string;
}

/** Rows `t` of the figures of stations; the days of whole tenants are added up. */
const figureRows = (reader: FigureReader, filter: FigureFilter, unit: StatUnit): RawBuilder<unknown> =>
  unit === statUnit.items.day.value && isOfTenants(reader, filter)
    ? sql`${tenantDays(reader, filter)} as t`
    : sql`(select t.* from charge_sum as t where ${stationRows(reader, filter)} and t.unit = ${unit}) as t`;

const sums = sql`sum(t.charging_count)::int4 as charges, sum(t.charging_elec)::int8 as energy_dwh, sum(t.billing_amount)::int8 as billed_cents, sum(t.order_amount)::int8 as ordered_cents,
  sum(t.elec_amount)::int8 as elec_cents, sum(t.srv_amount)::int8 as srv_cents, sum(t.busy_ms)::int8 as busy_ms`;

/** The figures of stations by period and currency, in the order of time. */
export const figuresByPeriod = async (
  reader: FigureReader,
  filter: FigureFilter,
  unit: StatUnit = statUnit.items.day.value,
): Promise<readonly FiguresOfDay[]> => {
  const { rows } =
    await sql<FiguresOfDay>`select t.stat_day::text as day, t.currency, ${sums} from ${figureRows(reader, filter, unit)} group by t.stat_day, t.currency order by t.stat_day, t.currency`.execute(
      reader.db,
    );
  return rows;
};

/** What a tenant delivered since a day, and in the days before it. */
export interface TenantEnergy {
  readonly tenantId: bigint;
  readonly nowDwh: bigint;
  readonly beforeDwh: bigint;
}

export const energyByTenant = async (reader: FigureReader, filter: FigureFilter, since: string): Promise<readonly TenantEnergy[]> => {
  const { rows } =
    await sql<TenantEnergy>`select t.tenant_id, coalesce(sum(t.charging_elec) filter (where t.stat_day >= ${since}::date), 0)::int8 as now_dwh,
      coalesce(sum(t.charging_elec) filter (where t.stat_day < ${since}::date), 0)::int8 as before_dwh
    from ${figureRows(reader, filter, statUnit.items.day.value)} group by t.tenant_id order by t.tenant_id`.execute(reader.db);
  return rows;
};

/** The figures of stations by station and currency, of days. */
export const figuresByStation = async (
  reader: FigureReader,
  { from, to, stationId, cpType }: FigureFilter,
): Promise<readonly (Figures & { readonly stationId: bigint; readonly stationName: string })[]> => {
  const parts = await partsOf(reader, [{ from, to }]);
  const { rows } = await sql<
    Figures & { stationId: bigint; stationName: string }
  >`select p.station_id, s.station_name, p.currency, sum(p.weight * p.charging_count)::int4 as charges, sum(p.weight * p.charging_elec)::int8 as energy_dwh,
      sum(p.weight * p.billing_amount)::int8 as billed_cents, sum(p.weight * p.order_amount)::int8 as ordered_cents, sum(p.weight * p.elec_amount)::int8 as elec_cents,
      sum(p.weight * p.srv_amount)::int8 as srv_cents, sum(p.weight * p.busy_ms)::int8 as busy_ms
    from ${partRows(reader, parts, { subject: statSubject.station, stationId })} p join station s on s.station_id = p.station_id where ${cpType}::int2 is null or p.cp_type = ${cpType}
    group by p.station_id, s.station_name, p.currency having sum(p.weight * p.charging_count) <> 0 or sum(p.weight * p.busy_ms) <> 0
    order by p.station_id, p.currency`.execute(reader.db);
  return rows;
};

/** The energy of stations by stage of the tariff, in kWh. */
export const stagesOf = async (ctx: Context, filter: FigureFilter, unit: StatUnit): Promise<StageEnergies> => {
  const { rows } = await sql<
    Record<keyof StageEnergies, bigint>
  >`select coalesce(sum(t.charging_elec_tip), 0)::int8 as tip, coalesce(sum(t.charging_elec_peak), 0)::int8 as peak,
      coalesce(sum(t.charging_elec_flat), 0)::int8 as flat, coalesce(sum(t.charging_elec_valley), 0)::int8 as valley
    from charge_sum as t where ${stationRows(ctx, filter)} and t.unit = ${unit}`.execute(ctx.db);
  const energy = (name: keyof StageEnergies): string => formatScaled(rows[0]?.[name] ?? 0n, ENERGY_SCALE);
  return { tip: energy('tip'), peak: energy('peak'), flat: energy('flat'), valley: energy('valley') };
};

/**
 * How long guns charged in each hour of the week: `weekday` 1 is Monday. The key of sums, by which the rows of few stations are found, has the beginning of an
 * hour and not its day.
 */
export const busyByHour = async (ctx: Context, filter: FigureFilter): Promise<readonly BusyHour[]> => {
  if (isOfTenants(ctx, filter)) return tenantBusyByHour(ctx, filter);
  const { rows } = await sql<{
    weekday: number;
    hour: number;
    busyMs: bigint;
  }>`select extract(isodow from t.stat_day)::int4 as weekday, extract(hour from t.period)::int4 as hour, sum(t.busy_ms)::int8 as busy_ms
    from charge_sum as t where ${stationRows(ctx, filter)} and t.unit = ${sql.lit(HOUR_UNIT)} and t.period >= ${filter.from}::timestamp and t.period < ${filter.to}::timestamp + interval '1 day'
    group by 1, 2`.execute(ctx.db);
  return rows;
};

export interface HourOfDays {
  readonly days: readonly string[];
  readonly hour: number;
}

/** How long guns of a tenant or of a station charged in an hour of a day. */
export interface BusyOfHour extends BusyUnit {
  readonly day: string;
}

/** How long guns charged in an hour of some days of the filter: by tenant where the figures are of whole tenants, otherwise by station. */
export const busyOfHour = async (ctx: Context, filter: FigureFilter, { days, hour }: HourOfDays): Promise<readonly BusyOfHour[]> => {
  if (isOfTenants(ctx, filter)) return tenantBusyOfHour(ctx, filter, { days, hour });
  const { rows } = await sql<BusyOfHour>`select t.stat_day::text as day, t.station_id as unit_id, sum(t.busy_ms)::int8 as busy_ms
    from charge_sum as t where ${stationRows(ctx, filter)} and t.unit = ${sql.lit(HOUR_UNIT)} and t.busy_ms > 0
      and t.period = any(array(select g::timestamp + ${hour} * interval '1 hour' from unnest(${days}::date[]) as g))
    group by t.stat_day, t.station_id order by t.stat_day, t.station_id`.execute(ctx.db);
  return rows;
};
