import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import { crudHandlers } from '#kit/server/crud.ts';
import { performs } from '#kit/server/job.ts';
import type { Job } from '#kit/server/job.ts';
import { implement } from '#kit/server/route.ts';
import { orderState } from '../order/order.codes.ts';
import { stationDay, stationDayApi, stationDayRollUp } from './station-day.ts';

const { list, queryById, exportXls } = crudHandlers(stationDay);
export const stationDayRoutes = implement(stationDayApi, { list, queryById, exportXls });

const { settled, refunded } = valuesOf(orderState);
const DAY_MS = 86_400_000;
/** No zone is further than a day from UTC, and the first day has begun by then. */
const MARGIN_DAYS = 2;

export const stationDayJob: Job = performs(stationDayRollUp, async ({ tx, now, params }) => {
  const since = new Date(now.getTime() - (params.days + MARGIN_DAYS) * DAY_MS);
  await sql`delete from station_day d using station s
    where s.station_id = d.station_id and d.stat_day > (${now}::timestamptz at time zone s.timezone)::date - ${params.days}::int`.execute(tx);
  // A bill that was paid back was a bill all the same: the refund is told where money is.
  const { numAffectedRows } = await sql`insert into station_day
      (tenant_id, agent_id, station_id, stat_day, currency, charging_count, charging_capacity, charging_amount, elec_amount, srv_amount, create_by, create_time)
    select o.tenant_id, o.agent_id, o.station_id, b.stat_day, o.currency, count(*), sum(o.charging_elec), sum(o.billing_amount), sum(o.elec_amount),
      sum(o.srv_amount), 'system', ${now}
    from charging_order o join station s on s.station_id = o.station_id
      cross join lateral (select (o.billing_time at time zone s.timezone)::date as stat_day) b
    where o.order_state in (${sql.lit(settled)}, ${sql.lit(refunded)}) and not o.is_delete and o.billing_time > ${since} and o.billing_time <= ${now}
      and b.stat_day > (${now}::timestamptz at time zone s.timezone)::date - ${params.days}::int
    group by o.tenant_id, o.agent_id, o.station_id, b.stat_day, o.currency`.execute(tx);
  return { rows: Number(numAffectedRows ?? 0n) };
});
