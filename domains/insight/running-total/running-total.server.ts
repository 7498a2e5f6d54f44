import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { scopeClauses } from '#kit/server/rights/scope-clauses.ts';
import { chargeSum } from '../charge-sum/charge-sum.ts';
import type { statSubject } from '../charge-sum/charge-sum.codes.ts';
import { statUnit } from '../charge-sum/charge-sum.codes.ts';
import type { FigureReader } from '../figures/figures.server.ts';
import type { DaySpan } from '../figures/figures.ts';
import { partsOfSpans, weightsByDay } from './running-total.rules.ts';
import type { SpanParts, TotalDay, WeightedDay } from './running-total.rules.ts';

/**
 * How the sums of spans are added up from running totals and from days. A change that is carried over before the next statement leaves these sums the same,
 * because a changed day is taken out of the totals as they are then.
 */
export const partsOf = async ({ db }: Pick<FigureReader, 'db'>, spans: readonly DaySpan[]): Promise<SpanParts> => {
  const from = spans.map((span) => span.from).toSorted()[0];
  // Totals are not made anew until the end of the transaction. While they are, days are read by themselves.
  const { rows: locks } = await sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock_shared(7125, 1) as is_free`.execute(db);
  if (!locks[0]?.isFree) return partsOfSpans(spans, []);
  const { rows } =
    await sql<TotalDay>`select d.stat_day::text as day, exists (select from running_total_change c where c.stat_day = d.stat_day) as is_changed
    from running_total_day d where d.stat_day >= ${from}::date - 1 order by d.stat_day`.execute(db);
  return partsOfSpans(spans, rows);
};

interface PartRows {
  readonly subject: typeof statSubject.station | typeof statSubject.pile;
  readonly stationId: string | null;
}

/**
 * The rows of the parts in the viewer's scope, as a table with the columns of sums that totals have: `weight` and `weight2` are how often a row is added
 * for the first and the second span.
 */
export const partRows = ({ viewer }: FigureReader, parts: SpanParts, { subject, stationId }: PartRows): RawBuilder<unknown> => {
  const scope = scopeClauses(chargeSum, viewer, 't').map((clause) => sql`and ${clause}`);
  const where = sql`t.subject = ${sql.lit(subject)} and (${stationId}::int8 is null or t.station_id = ${stationId}) ${sql.join(scope, sql` `)}`;
  const columns = sql`t.stat_day, t.station_id, t.subject_key, t.currency, t.cp_type, t.charging_count, t.charging_elec, t.order_amount, t.billing_amount, t.elec_amount,
    t.srv_amount, t.busy_ms`;
  return sql`(select ${weightsOf(parts.totals)}, ${columns} from running_total as t where t.stat_day = any(${daysOf(parts.totals)}::date[]) and ${where}
    union all select ${weightsOf(parts.days)}, ${columns} from charge_sum as t
      where t.unit = ${sql.lit(statUnit.items.day.value)} and t.stat_day = any(${daysOf(parts.days)}::date[]) and ${where})`;
};

const daysOf = (parts: readonly WeightedDay[]): readonly string[] => parts.map(({ day }) => day);

/** The weights of the day of a row `t`, as elements of arrays. A join with a list of the days takes half as long again. */
const weightsOf = (parts: readonly WeightedDay[]): RawBuilder<unknown> => {
  const { first, weights } = weightsByDay(parts);
  const weightOf = (span: number) => sql`(${weights.map((each) => each[span] ?? 0)}::int4[])[t.stat_day - ${first ?? null}::date + 1]`;
  return sql`${weightOf(0)} as weight, ${weightOf(1)} as weight2`;
};
