import { sql } from 'kysely';
import { solveStat } from '#engines/alarm/codes.ts';
import { newestDay } from '#domains/network/server.ts';
import { instantsOf } from '#kit/server/reports/report-sql.ts';
import type { ReportRows } from '#kit/server/reports/report-sql.ts';
import { reportRoutes } from '#kit/server/reports/report-routes.ts';
import { exceptionKeyOf, KEY_OF_TYPE, namedExceptions, UNNAMED_CODE } from '../exception-conf/exception-names.ts';
import { exceptionDay, exceptionDayApi } from './exception-day.ts';

const namedKeys = namedExceptions().map(({ type, code }) => exceptionKeyOf(type, code));
/** The key of a record `r`: that of its code, or of the codes of its kind that have no name. */
const keyOfR = sql`case when r.exception_type::int4 * ${sql.lit(KEY_OF_TYPE)} + r.exception_code = any(${namedKeys}::int4[])
  then r.exception_type::int4 * ${sql.lit(KEY_OF_TYPE)} + r.exception_code else r.exception_type::int4 * ${sql.lit(KEY_OF_TYPE)} + ${sql.lit(UNNAMED_CODE)} end`;

/** An event has no condition, and its duration of zero would make the mean of repairs better than it is. */
const exceptionDayRows: ReportRows = (days) => {
  const { from, until } = instantsOf(days);
  return sql`select (r.error_time at time zone s.timezone)::date as day, r.station_id, r.agent_id, r.tenant_id, r.exception_type, ${keyOfR} as exception_key, s.timezone as station_timezone,
      count(*)::int4 as exception_count,
      (count(*) filter (where r.incident_id is not null))::int4 as incident_count,
      (count(*) filter (where r.ack_time is not null))::int4 as ack_count,
      (count(*) filter (where r.solve_stat = ${sql.lit(solveStat.endedByItself)}))::int4 as self_ended_count,
      (count(*) filter (where r.fault_end_time is null))::int4 as open_count,
      (avg(extract(epoch from r.ack_time - r.error_time)) filter (where r.ack_time is not null))::int4 as mean_ack_s,
      (avg(r.duration) filter (where r.condition_id is not null))::int4 as mean_repair_s,
      coalesce(sum(r.duration), 0)::int8 as lasted_s
    from exception_record r join station s on s.station_id = r.station_id
    where r.error_time >= ${from} and r.error_time < ${until}
    group by 1, 2, 3, 4, 5, 6, 7`;
};

export const exceptionDayRoutes = reportRoutes(exceptionDay, exceptionDayApi, { rows: exceptionDayRows, today: newestDay });
