import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { scopeLevels } from '#kit/server/context/viewer.ts';
import type { Context } from '#kit/server/context/context.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import { HOUR_UNIT, statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import type { BusyOfHour, FigureFilter, FigurePlace, FigureReader, HourOfDays } from '../figures/figures.server.ts';
import type { BusyHour } from '../operation/operation.rules.ts';
import { dayPart } from './tenant-day.codes.ts';

/** Whether figures are of whole tenants, whose past days are added up. */
export const isOfTenants = ({ viewer }: Pick<FigureReader, 'viewer'>, { stationId }: FigurePlace): boolean =>
  stationId === null && scopeLevels.every((level) => level === 'tenant' || viewer.sees[level] === 'all');

/** Rows `d` of added-up days, in scope and of the type of pile. */
export const dayRows = ({ viewer }: FigureReader, { from, to, cpType }: FigureFilter): RawBuilder<SqlBool> => {
  const scope = scopeClauses(chargeSum, viewer, 'd').map((clause) => sql`and ${clause}`);
  return sql<SqlBool>`d.stat_day >= ${from}::date and d.stat_day <= ${to}::date and (${cpType}::int2 is null or d.cp_type = ${cpType}) ${sql.join(scope, sql` `)}`;
};

/** Days of the span that are not added up, which are read from stations and orders. */
export const otherDays = ({ from, to }: FigureFilter) =>
  sql`array(select g::date from generate_series(${from}::date, ${to}::date, interval '1 day') as g where not exists (select from tenant_day a where a.stat_day = g::date))`;

/** Rows `t` of the stations' sums on the other days. */
const stationRowsOfOtherDays = ({ viewer }: FigureReader, filter: FigureFilter): RawBuilder<SqlBool> => {
  const scope = scopeClauses(chargeSum, viewer, 't').map((clause) => sql`and ${clause}`);
  return sql<SqlBool>`t.subject = ${sql.lit(statSubject.station)} and t.stat_day = any(${otherDays(filter)}) and (${filter.cpType}::int2 is null or t.cp_type = ${filter.cpType}) ${sql.join(scope, sql` `)}`;
};

/** The days of whole tenants as rows of sums: those that are added up, and the stations' sums of the others. */
export const tenantDays = (reader: FigureReader, filter: FigureFilter): RawBuilder<unknown> =>
  sql`(select d.stat_day, d.tenant_id, d.currency, d.charging_count, d.charging_elec, d.billing_amount, d.order_amount, d.elec_amount, d.srv_amount, d.busy_ms
      from tenant_day_sum as d join tenant_day a on a.stat_day = d.stat_day where d.kind = ${sql.lit(dayPart.day)} and ${dayRows(reader, filter)}
    union all select t.stat_day, t.tenant_id, t.currency, t.charging_count, t.charging_elec, t.billing_amount, t.order_amount, t.elec_amount, t.srv_amount, t.busy_ms
      from charge_sum as t where ${stationRowsOfOtherDays(reader, filter)} and t.unit = ${sql.lit(statUnit.items.day.value)})`;

export const tenantBusyByHour = async (ctx: Context, filter: FigureFilter): Promise<readonly BusyHour[]> => {
  const { rows } = await sql<BusyHour>`select extract(isodow from p.stat_day)::int4 as weekday, p.hour::int4 as hour, sum(p.busy_ms)::int8 as busy_ms
    from (select d.stat_day, d.part as hour, d.busy_ms from tenant_day_sum as d join tenant_day a on a.stat_day = d.stat_day
        where d.kind = ${sql.lit(dayPart.hour)} and ${dayRows(ctx, filter)}
      union all select t.stat_day, extract(hour from t.period)::int4, t.busy_ms from charge_sum as t
        where ${stationRowsOfOtherDays(ctx, filter)} and t.unit = ${sql.lit(HOUR_UNIT)}) p
    group by 1, 2`.execute(ctx.db);
  return rows;
};

/** How long guns of each tenant charged in an hour of some days. */
export const tenantBusyOfHour = async (ctx: Context, filter: FigureFilter, { days, hour }: HourOfDays): Promise<readonly BusyOfHour[]> => {
  const { rows } = await sql<BusyOfHour>`select p.stat_day::text as day, p.unit_id, sum(p.busy_ms)::int8 as busy_ms
    from (select d.stat_day, d.tenant_id as unit_id, d.busy_ms from tenant_day_sum as d join tenant_day a on a.stat_day = d.stat_day
        where d.kind = ${sql.lit(dayPart.hour)} and d.part = ${hour} and d.stat_day = any(${days}::date[]) and ${dayRows(ctx, filter)}
      union all select t.stat_day, t.tenant_id, t.busy_ms from charge_sum as t
        where ${stationRowsOfOtherDays(ctx, filter)} and t.unit = ${sql.lit(HOUR_UNIT)} and t.stat_day = any(${days}::date[]) and extract(hour from t.period) = ${hour}) p
    where p.busy_ms > 0 group by p.stat_day, p.unit_id order by p.stat_day, p.unit_id`.execute(ctx.db);
  return rows;
};

/** Whether rows are of all stations of an agent; they are found by its stations. A scope of stations names them. */
export const isOfAgents = ({ viewer }: Pick<FigureReader, 'viewer'>, { stationId }: Pick<FigurePlace, 'stationId'>): boolean =>
  stationId === null && viewer.sees.station === 'all' && viewer.sees.agent !== 'all';

/** The stations at which something of the viewer's was settled. */
export const ownStations = ({ viewer }: Pick<FigureReader, 'viewer'>): RawBuilder<unknown> => {
  const scope = scopeClauses(chargeSum, viewer, 'c').map((clause) => sql`and ${clause}`);
  return sql`array(select distinct c.station_id from charge_sum as c where c.subject = ${sql.lit(statSubject.station)} and c.unit = ${sql.lit(statUnit.items.year.value)} ${sql.join(scope, sql` `)})`;
};
