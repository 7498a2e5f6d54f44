import { sql } from 'kysely';
import { instantsOf } from '#kit/server/reports/report-sql.ts';
import type { ReportRows } from '#kit/server/reports/report-sql.ts';
import { reportRoutes } from '#kit/server/reports/report-routes.ts';
import { newestDay } from '#domains/network/server.ts';
import { orderState } from '../order/order.codes.ts';
import { orderDay, orderDayApi } from './order-day.ts';

const { settled, refunded, abnormal } = orderState.items;

/** Reads only the columns that the indexes of order lists contain, and the time zone of each station. */
export const orderDayRows: ReportRows = (days) => {
  const { from, until } = instantsOf(days);
  const isSettled = sql`o.order_state in (${settled.value}, ${refunded.value})`;
  return sql`select (o.create_time at time zone s.timezone)::date as day, o.station_id, o.agent_id, o.tenant_id, o.currency, s.timezone as station_timezone,
      count(*)::int4 as order_count,
      (count(*) filter (where ${isSettled}))::int4 as settled_count,
      (count(*) filter (where not ${isSettled} and o.order_state <> ${abnormal.value}))::int4 as unsettled_count,
      (count(*) filter (where o.order_state = ${abnormal.value}))::int4 as abnormal_count,
      sum(o.charging_elec)::int8 as charging_elec, sum(o.order_amount)::int8 as order_amount,
      sum(o.order_amount - o.billing_amount)::int8 as offer_amount, sum(o.billing_amount)::int8 as billing_amount
    from charging_order o join station s on s.station_id = o.station_id
    where o.create_time >= ${from} and o.create_time < ${until} and not o.is_delete
    group by 1, 2, 3, 4, 5, 6`;
};

export const orderDayRoutes = reportRoutes(orderDay, orderDayApi, { rows: orderDayRows, today: newestDay });
