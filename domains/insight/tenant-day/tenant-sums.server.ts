import { sql } from 'kysely';
import { mainPartType } from '#domains/customer/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import { statSubject, statUnit } from '../charge-sum/charge-sum.codes.ts';
import type { DaySpan } from '../figures/figures.ts';
import { dayPart } from './tenant-day.codes.ts';
import { dayRows, isOfTenants, otherDays } from './tenant-day.server.ts';

/** The most past days that are read from their rows because they are not added up. */
const OTHER_DAYS_MAX = 7;

export interface TenantSumsQuery {
  readonly span: DaySpan;
  /** Of the parties of these kinds, or else of the piles of these types; all where it is null. */
  readonly of: 'parties' | 'piles';
  readonly kinds: readonly number[] | null;
  readonly tenantIds: readonly string[] | null;
}

export interface TenantSums {
  readonly currency: string;
  readonly count: number;
  readonly energy: bigint;
  readonly ordered: bigint;
  readonly billed: bigint;
}

/** What parties or piles of whole tenants charged in a span; undefined where the viewer does not see whole tenants, or too few of its days are added up. */
export const tenantSums = async (ctx: Context, { span, of, kinds, tenantIds }: TenantSumsQuery): Promise<readonly TenantSums[] | undefined> => {
  const filter = { ...span, stationId: null, cpType: null };
  if (!isOfTenants(ctx, filter) || (await otherPastDays(ctx, span)) > OTHER_DAYS_MAX) return undefined;
  const ofParties = of === 'parties';
  const scope = scopeClauses(chargeSum, ctx.viewer, 't').map((clause) => sql`and ${clause}`);
  const subjects = ofParties ? (kinds ?? Object.values(mainPartType.items).map(({ value }) => value)) : [statSubject.station];
  const kindOf = { added: ofParties ? sql`d.part` : sql`d.cp_type`, row: ofParties ? sql`t.subject` : sql`t.cp_type` };
  const { rows } =
    await sql<TenantSums>`select p.currency, sum(p.charging_count)::int4 as count, sum(p.charging_elec)::int8 as energy, sum(p.order_amount)::int8 as ordered, sum(p.billing_amount)::int8 as billed
    from (select d.currency, d.charging_count, d.charging_elec, d.order_amount, d.billing_amount from tenant_day_sum as d join tenant_day a on a.stat_day = d.stat_day
        where d.kind = ${sql.lit(ofParties ? dayPart.party : dayPart.day)} and ${dayRows(ctx, filter)} and (${kinds}::int4[] is null or ${kindOf.added} = any(${kinds}::int4[]))
          and (${tenantIds}::int8[] is null or d.tenant_id = any(${tenantIds}::int8[]))
      union all select t.currency, t.charging_count, t.charging_elec, t.order_amount, t.billing_amount from charge_sum as t
        where t.subject = any(${subjects}::int2[]) and t.unit = ${sql.lit(statUnit.items.day.value)} and t.stat_day = any(${otherDays(filter)}) ${sql.join(scope, sql` `)}
          and (${kinds}::int4[] is null or ${kindOf.row} = any(${kinds}::int4[])) and (${tenantIds}::int8[] is null or t.tenant_id = any(${tenantIds}::int8[]))) p
    group by p.currency order by p.currency`.execute(ctx.db);
  return rows;
};

/** The days of a span that are over everywhere and are not added up. */
const otherPastDays = async (ctx: Context, { from, to }: DaySpan): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select greatest(0, least(${to}::date, newest_day_over()) - ${from}::date + 1)::int4
      - (select count(*)::int4 from tenant_day a where a.stat_day >= ${from}::date and a.stat_day <= ${to}::date) as n`.execute(ctx.db);
  return rows[0]?.n ?? 0;
};
