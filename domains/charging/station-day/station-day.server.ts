import { sql } from 'kysely';
import { valuesOf } from '#kit/fields/codes.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implementJob } from '#kit/server/background/job.ts';
import { inScope } from '#kit/server/lists/in-scope.ts';
import type { Job } from '#kit/server/background/job.ts';
import { implement } from '#kit/server/context/route.ts';
import { orderState } from '../order/order.codes.ts';
import { DAY_SUMS_MAX, stationDay, stationDayApi, stationDayRollUp } from './station-day.ts';

const { list, queryById, exportXls } = crudHandlers(stationDay);
export const stationDayRoutes = implement(stationDayApi, {
  list,
  queryById,
  exportXls,
  byDay: async (ctx, _input, { list: query }) => {
    const { rows } = await sql<DayRow>`select day, currency, count, energy, amount, begins, ends from (
        select to_char(t.stat_day, 'YYYY-MM-DD') as day, t.currency, sum(t.charging_count)::int4 as count, sum(t.charging_capacity)::int8 as energy,
          sum(t.charging_amount)::int8 as amount, min(t.stat_day::timestamp at time zone s.timezone) as begins,
          max((t.stat_day + 1)::timestamp at time zone s.timezone) as ends, dense_rank() over (order by t.stat_day desc)::int4 as nth
        from station_day as t join station s on s.station_id = t.station_id where ${inScope(ctx, stationDay, query.conditions)}
        group by t.stat_day, t.currency) days
      where nth <= ${DAY_SUMS_MAX} order by day, currency`.execute(ctx.db);
    const { chargingCapacity, chargingAmount } = stationDay.fields;
    return rows.map(({ day, currency, count, energy, amount, begins, ends }) => ({
      statDay: day,
      currency,
      chargingCount: count,
      chargingCapacity: formatScaled(energy, chargingCapacity.scale ?? 0),
      chargingAmount: formatScaled(amount, chargingAmount.scale ?? 0),
      beginsAt: begins.toISOString(),
      endsAt: ends.toISOString(),
    }));
  },
});

interface DayRow {
  readonly day: string;
  readonly currency: string;
  readonly count: number;
  readonly energy: bigint;
  readonly amount: bigint;
  readonly begins: Date;
  readonly ends: Date;
}

const { settled, refunded } = valuesOf(orderState);
const DAY_MS = 86_400_000;
/** No time zone is further than a day from UTC, and the first day has begun by then. */
const MARGIN_DAYS = 2;

export const stationDayJob: Job = implementJob(stationDayRollUp, async ({ tx, now, params }) => {
  const since = new Date(now.getTime() - (params.days + MARGIN_DAYS) * DAY_MS);
  await sql`delete from station_day d using station s
    where s.station_id = d.station_id and d.stat_day > (${now}::timestamptz at time zone s.timezone)::date - ${params.days}::int`.execute(tx);
  // A refunded bill still counts as a bill; refunds are reported with payments.
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
