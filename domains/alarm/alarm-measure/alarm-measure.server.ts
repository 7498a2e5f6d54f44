import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { exceptionLevel, solveStat } from '#engines/alarm/codes.ts';
import { alarmLoad, LOAD_PERIOD_S } from '#engines/alarm/load.ts';
import { station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { confOf } from '../exception-conf/conf-of.server.ts';
import { exceptionRecord } from '../exception-record/exception-record.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import { incident } from '../incident/incident.ts';
import { logState, warningKind } from '../warning-log/warning-log.codes.ts';
import { warningLog } from '../warning-log/warning-log.ts';
import { alarmMeasureApi } from './alarm-measure.ts';
import type { AlarmMeasures, MeasuredTimes } from './alarm-measure.ts';
import { availabilityOf } from './availability.server.ts';

const DAY_MS = 86_400_000;
/** Bars of hours up to so many days, and bars of days beyond. */
const HOURLY_DAYS_MAX = 2;
const TOP_CODES = 10;

/** What is measured: a span of time, and the whole scope of the viewer or one station. */
export interface MeasureQuery {
  readonly from: Date;
  readonly until: Date;
  readonly stationId: string | null;
}

export const alarmMeasureRoutes = implement(alarmMeasureApi, {
  measures: async (ctx, { days, stationId, timezone }) => {
    if (stationId != null) await ctx.rows(station).get(stationId);
    const query = { from: new Date(ctx.now.getTime() - days * DAY_MS), until: ctx.now, stationId: stationId ?? null };
    return measure(ctx, query, { zone: timezone, unit: days <= HOURLY_DAYS_MAX ? 'hour' : 'day' });
  },
});

const measure = async (ctx: Context, query: MeasureQuery, bars: { readonly zone: string; readonly unit: 'hour' | 'day' }): Promise<AlarmMeasures> => {
  const { ack, repair, selfEnded } = await handlingOf(ctx, query);
  const counts = await periodsOf(ctx, query);
  const load = alarmLoad(counts, Math.round((query.until.getTime() - query.from.getTime()) / (LOAD_PERIOD_S * 1_000)));
  return {
    from: query.from.toISOString(),
    until: query.until.toISOString(),
    ack,
    repair,
    selfEnded,
    load,
    bars: await barsOf(ctx, query, bars),
    top: (await topCodes(ctx, query)).map((row) => ({ ...row, share: row.count / load.total })),
    delivery: hasPermission(ctx.viewer, `${warningLog.name}:list`) ? await deliveryOf(ctx, query) : null,
    availability: await availabilityOf(ctx, query),
  };
};

/** Rows `t` of records and incidents that count as alarms. */
const isAlarm = (ctx: Context, { from, until, stationId }: MeasureQuery): RawBuilder<unknown> =>
  sql`${inScope(ctx, exceptionRecord)} and t.error_time >= ${from} and t.error_time < ${until} and t.incident_id is null
    and t.exception_level < ${sql.lit(exceptionLevel.notice)} and (${stationId}::int8 is null or t.station_id = ${stationId})`;

/** The beginning of each alarm, as `alarm`. */
const alarms = (ctx: Context, query: MeasureQuery): RawBuilder<unknown> =>
  sql`alarm as (select t.error_time as at from exception_record as t where ${isAlarm(ctx, query)}
    union all select t.begin_time from incident as t where ${inScope(ctx, incident)} and t.begin_time >= ${query.from} and t.begin_time < ${query.until}
      and (${query.stationId}::int8 is null or t.station_id = ${query.stationId}))`;

const periodsOf = async (ctx: Context, query: MeasureQuery): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ period: number; n: number }>`with ${alarms(ctx, query)}
    select floor(extract(epoch from at) / ${sql.lit(LOAD_PERIOD_S)})::int4 as period, count(*)::int4 as n from alarm group by 1`.execute(ctx.db);
  return new Map(rows.map(({ period, n }) => [period, n]));
};

const barsOf = async (
  ctx: Context,
  query: MeasureQuery,
  { zone, unit }: { readonly zone: string; readonly unit: 'hour' | 'day' },
): Promise<AlarmMeasures['bars']> => {
  const { rows } = await sql<{ at: Date; count: number }>`with ${alarms(ctx, query)},
      counted as (select date_trunc(${unit}, at at time zone ${zone}) as bar, count(*)::int4 as n from alarm group by 1)
    select bar at time zone ${zone} as at, coalesce(n, 0) as count
    from generate_series(date_trunc(${unit}, ${query.from}::timestamptz at time zone ${zone}), ${query.until}::timestamptz at time zone ${zone}, ('1 ' || ${unit})::interval) as bar
      left join counted using (bar) order by bar`.execute(ctx.db);
  return rows.map(({ at, count }) => ({ at: at.toISOString(), count }));
};

const topCodes = async (ctx: Context, query: MeasureQuery) => {
  const { rows } = await sql<{
    type: number;
    code: number;
    count: number;
  }>`select t.exception_type as type, t.exception_code as code, count(*)::int4 as count
    from exception_record as t where ${isAlarm(ctx, query)} group by 1, 2 order by 3 desc, 1, 2 limit ${sql.lit(TOP_CODES)}`.execute(ctx.db);
  return rows;
};

const handlingOf = async (ctx: Context, query: MeasureQuery) => {
  const { rows } = await sql<{
    ackCount: number;
    ackMean: number | null;
    ackMedian: number | null;
    ackP90: number | null;
    repairCount: number;
    repairMean: number | null;
    repairMedian: number | null;
    repairP90: number | null;
    selfEnded: number;
  }>`with handled as (select c.solve_stat, c.condition_id is not null and c.fault_end_time is not null and conf.is_outage = 1 as is_repaired, c.duration,
        case when c.ack_time is not null then greatest(0, extract(epoch from c.ack_time - coalesce((select min(l.warning_time) from warning_log l
          where l.exception_record_id = c.exception_record_id and l.warning_kind = ${sql.lit(warningKind.opened)}), c.error_time))) end::float8 as ack_s
      from (select t.* from exception_record as t where ${inScope(ctx, exceptionRecord)} and t.error_time >= ${query.from} and t.error_time < ${query.until}
        and (${query.stationId}::int8 is null or t.station_id = ${query.stationId})) c left join ${confOf})
    select count(ack_s)::int4 as ack_count, avg(ack_s)::int4 as ack_mean, (percentile_cont(0.5) within group (order by ack_s))::int4 as ack_median, (percentile_cont(0.9) within group (order by ack_s))::int4 as ack_p90,
      (count(*) filter (where is_repaired))::int4 as repair_count, (avg(duration) filter (where is_repaired))::int4 as repair_mean,
      (percentile_cont(0.5) within group (order by duration) filter (where is_repaired))::int4 as repair_median, (percentile_cont(0.9) within group (order by duration) filter (where is_repaired))::int4 as repair_p90,
      (count(*) filter (where solve_stat = ${sql.lit(solveStat.endedByItself)}))::int4 as self_ended
    from handled`.execute(ctx.db);
  const [row] = rows;
  const ack: MeasuredTimes = {
    count: row?.ackCount ?? 0,
    meanS: row?.ackMean ?? null,
    medianS: row?.ackMedian ?? null,
    p90S: row?.ackP90 ?? null,
  };
  const repair: MeasuredTimes = {
    count: row?.repairCount ?? 0,
    meanS: row?.repairMean ?? null,
    medianS: row?.repairMedian ?? null,
    p90S: row?.repairP90 ?? null,
  };
  return { ack, repair, selfEnded: row?.selfEnded ?? 0 };
};

const deliveryOf = async (ctx: Context, { from, until, stationId }: MeasureQuery) => {
  const { rows } = await sql<{ accepted: number; dead: number; p95S: number | null }>`select
      (count(*) filter (where t.warning_stat in (${sql.lit(logState.accepted)}, ${sql.lit(logState.received)})))::int4 as accepted,
      (count(*) filter (where t.warning_stat = ${sql.lit(logState.dead)}))::int4 as dead,
      (percentile_cont(0.95) within group (order by extract(epoch from t.warning_time - t.create_time)) filter (where t.warning_kind = ${sql.lit(warningKind.opened)}))::float8 as p95_s
    from warning_log as t where ${inScope(ctx, warningLog)} and t.create_time >= ${from} and t.create_time < ${until}
      and (${stationId}::int8 is null or t.station_id = ${stationId})`.execute(ctx.db);
  return rows[0] ?? { accepted: 0, dead: 0, p95S: null };
};
