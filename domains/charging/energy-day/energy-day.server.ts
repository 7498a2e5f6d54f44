import { sql } from 'kysely';
import { instantsOf } from '#kit/server/reports/report-sql.ts';
import type { ReportRows } from '#kit/server/reports/report-sql.ts';
import { reportRoutes } from '#kit/server/reports/report-routes.ts';
import { newestDay } from '#domains/network/server.ts';
import { energyDay, energyDayApi } from './energy-day.ts';

const MINUTE_S = 60;
const MINUTES_A_DAY = 1_440;
const WHOLE_PERCENT = 100;

const rows: ReportRows = (days) => {
  const { from, until } = instantsOf(days);
  const minutes = sql`(sum(extract(epoch from o.stop_time - o.start_time)) / ${MINUTE_S})`;
  return sql`select (o.create_time at time zone s.timezone)::date as day, o.station_id, o.cp_code, o.gun_number, o.agent_id, o.tenant_id, s.timezone as station_timezone,
      count(*)::int4 as order_count, coalesce(${minutes}, 0)::int4 as charge_minutes,
      coalesce(least(${WHOLE_PERCENT}, ${minutes} * ${WHOLE_PERCENT} / ${MINUTES_A_DAY}), 0)::int4 as use_rate,
      sum(o.charging_elec)::int8 as charging_elec, sum(o.charging_elec_tip)::int8 as charging_elec_tip, sum(o.charging_elec_peak)::int8 as charging_elec_peak,
      sum(o.charging_elec_flat)::int8 as charging_elec_flat, sum(o.charging_elec_valley)::int8 as charging_elec_valley
    from charging_order o join station s on s.station_id = o.station_id
    where o.create_time >= ${from} and o.create_time < ${until} and o.stop_time is not null and not o.is_delete
    group by 1, 2, 3, 4, 5, 6, 7`;
};

export const energyDayRoutes = reportRoutes(energyDay, energyDayApi, { rows, today: newestDay });
