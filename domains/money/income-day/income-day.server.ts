import { sql } from 'kysely';
import { rateType } from '#domains/tariff/resources.ts';
import { instantsOf } from '#kit/server/reports/report-sql.ts';
import type { ReportRows } from '#kit/server/reports/report-sql.ts';
import { reportRoutes } from '#kit/server/reports/report-routes.ts';
import { newestDay } from '#domains/network/server.ts';
import { incomeDay, incomeDayApi } from './income-day.ts';

const { electricity, service } = rateType.items;

/** All postings to the revenue of visible stations, from the journals that took effect on those days. */
export const incomeDayRows: ReportRows = (days) => {
  const { from, until } = instantsOf(days);
  return sql`select (j.effective_at at time zone s.timezone)::date as day, s.station_id, s.agent_id, s.tenant_id, j.currency,
      count(distinct j.journal_id)::int4 as booking_count,
      coalesce(sum(p.signed) filter (where p.fee_type = ${electricity.value}), 0)::int8 as elec_amount,
      coalesce(sum(p.signed) filter (where p.fee_type = ${service.value}), 0)::int8 as srv_amount,
      coalesce(sum(p.signed) filter (where p.fee_type is null or p.fee_type not in (${electricity.value}, ${service.value})), 0)::int8 as other_amount,
      coalesce(sum(p.signed) filter (where o.class = 'X'), 0)::int8 as offer_amount,
      coalesce(sum(p.signed) filter (where o.class <> 'X'), 0)::int8 as income_amount,
      coalesce(sum(p.signed) filter (where o.class = 'A'), 0)::int8 as owed_amount,
      coalesce(sum(-p.signed) filter (where p.signed < 0 and o.class <> 'X'), 0)::int8 as refund_amount
    from ledger.journal j
    cross join lateral (
      select q.credit_id as revenue_id, q.debit_id as other_id, q.amount as signed, q.fee_type from ledger.posting q where q.journal_id = j.journal_id
      union all
      select q.debit_id, q.credit_id, -q.amount, q.fee_type from ledger.posting q where q.journal_id = j.journal_id
    ) p
    join ledger.account a on a.account_id = p.revenue_id and a.class = 'R' and a.code ~ '^(fee|occupancy):[0-9]{1,18}$'
    join ledger.account o on o.account_id = p.other_id
    join station s on s.tenant_id = j.tenant_id and s.station_id = (case when a.class = 'R' then split_part(a.code, ':', 2) end)::int8
    where j.effective_at >= ${from} and j.effective_at < ${until}
    group by 1, 2, 3, 4, 5`;
};

export const incomeDayRoutes = reportRoutes(incomeDay, incomeDayApi, { rows: incomeDayRows, today: newestDay });
