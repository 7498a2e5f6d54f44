import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AnyResource } from '#kit/resource/resource.ts';
import { TOTALS_CAP } from '#kit/resource/totals.ts';
import type { Totals } from '#kit/resource/totals.ts';
import type { Context, ListQuery } from '../context/context.ts';
import { inScope } from './in-scope.ts';

/** One row for each currency, and one for all rows without a currency. */
interface SumRow {
  readonly currency: string | null;
  readonly rowCount: number;
}
export type RowWithSums<R> = R & SumRow;

/** The parts of a query before and after its sums: `select ${head}, sum(t.rr_money)::int8 as money ${tail}`. */
interface SumQueryParts {
  readonly head: RawBuilder<unknown>;
  readonly tail: RawBuilder<unknown>;
}

/** `sums` adds up columns of alias `t`; `read` converts a row of sums to texts for the wire. */
interface SumOptions<R, S> {
  readonly noun: AnyResource;
  readonly list: ListQuery;
  readonly sums: (query: SumQueryParts) => RawBuilder<RowWithSums<R>>;
  readonly read: (row: R) => S;
}

/** The sums of the rows that match a list's filter, by currency, within the viewer's scope. */
export const sumList = async <R, S extends object>(ctx: Context, { noun, list, sums, read }: SumOptions<R, S>): Promise<Totals<S>> => {
  // The total row, which has no currency, exists even without matching rows.
  const head = sql`t.currency, count(*)::int4 as row_count`;
  const tail = sql`from (select * from ${sql.table(noun.view ?? noun.table)} as t where ${inScope(ctx, noun, list.conditions)} limit ${TOTALS_CAP + 1}) as t
    group by rollup (t.currency) order by t.currency`;
  const { rows } = await sums({ head, tail }).execute(ctx.db);
  const capRow = rows.find(({ currency }) => currency === null);
  const perCurrency = rows.flatMap((row) => (row.currency === null ? [] : [{ ...read(row), currency: row.currency, rowCount: row.rowCount }]));
  const totalsCapped = (capRow?.rowCount ?? 0) > TOTALS_CAP;
  const totals: Partial<S> = capRow && perCurrency.length <= 1 && !totalsCapped ? read(capRow) : {};
  return { ...totals, byCurrency: totalsCapped ? [] : perCurrency, totalsCapped };
};
