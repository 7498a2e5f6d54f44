import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { ListQuery } from '#kit/server/lists/list-query.ts';
import { whereClauses } from '#kit/server/lists/list-sql.ts';
import { TOTALS_CAP } from './totals.ts';
import type { Totals } from './totals.ts';

/** `sums` are columns over alias `t`, such as `sum(t.rr_money)::int8 as money`; `read` turns one row of them into wire texts. */
interface Summing<R, S> {
  readonly noun: AnyResource;
  readonly list: ListQuery;
  readonly sums: RawBuilder<unknown>;
  readonly read: (row: R) => S;
}

/** Adds up exactly the rows of a list's filter, by currency, inside the viewer's scope. */
export const sumList = async <R, S extends object>(ctx: Context, { noun, list, sums, read }: Summing<R, S>): Promise<Totals<S>> => {
  const clauses = whereClauses({ noun, viewer: ctx.viewer, registry: ctx.registry, conditions: list.conditions });
  const where = clauses.length === 0 ? sql`` : sql`where ${sql.join(clauses, sql` and `)}`;
  // The roll-up's own row, without a currency, is there even when nothing is found.
  const { rows } = await sql<R & { readonly currency: string | null; readonly rowCount: number }>`
    select t.currency, count(*)::int4 as row_count, ${sums}
    from (select * from ${sql.table(noun.table)} as t ${where} limit ${TOTALS_CAP + 1}) as t group by rollup (t.currency) order by t.currency`.execute(
    ctx.db,
  );
  const all = rows.find(({ currency }) => currency === null);
  const found = rows.flatMap((row) => (row.currency === null ? [] : [{ ...read(row), currency: row.currency, rowCount: row.rowCount }]));
  const totalsCapped = (all?.rowCount ?? 0) > TOTALS_CAP;
  const top: Partial<S> = all && found.length <= 1 && !totalsCapped ? read(all) : {};
  return { ...top, byCurrency: totalsCapped ? [] : found, totalsCapped };
};
