import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** Up to this many rows are answered at once; more are streamed. */
export const ROWS_AT_ONCE_MAX = 1_000;
/** The limit of an answer without pages. More rows are refused, because an incomplete answer would be mistaken for a complete one. */
export const ALL_ROWS_MAX = 100_000;

/** All rows of a query; `query` receives the largest number of rows to select. */
export const allRows = async (ctx: Context, query: (rowsMax: number) => RawBuilder<unknown>): Promise<RowsAnswer<AnyRow>> => {
  const db = ctx.db.withoutPlugins();
  const { rows } = await query(ROWS_AT_ONCE_MAX + 1).execute(db);
  if (rows.length <= ROWS_AT_ONCE_MAX) return rows as readonly AnyRow[]; // a row of pg is an object of columns
  const beyond = await sql`select from (${query(ALL_ROWS_MAX + 1)}) as every_row offset ${ALL_ROWS_MAX} limit 1`.execute(db);
  return beyond.rows.length > 0 ? throwRefusal(kitRefusals, 'tooManyChoices', { max: ALL_ROWS_MAX }) : cursorRows(ctx, query(ALL_ROWS_MAX));
};

const BATCH_ROWS = 200;

/** Reads rows through a database cursor. Paging would count the rows again for each page, and would shift when a row is inserted. */
export async function* cursorRows(ctx: Context, query: RawBuilder<unknown>): AsyncGenerator<AnyRow> {
  const db = ctx.db.withoutPlugins();
  await sql`declare kit_rows no scroll cursor for ${query}`.execute(db);
  try {
    for (;;) {
      const { rows } = await sql<AnyRow>`fetch ${sql.lit(BATCH_ROWS)} from kit_rows`.execute(db);
      yield* rows;
      if (rows.length < BATCH_ROWS) return;
    }
  } finally {
    await sql`close kit_rows`.execute(db).catch(() => undefined); // an aborted transaction has closed it
  }
}
