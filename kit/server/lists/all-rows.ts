import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { RowsAnswer } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** Up to this many rows are answered at once; more are sent while they are read. */
export const ROWS_AT_ONCE_MAX = 1_000;
/** Most rows of an answer without pages. More are refused: an answer that silently lacks rows would be taken for all of them. */
export const ALL_ROWS_MAX = 100_000;

/** All rows of a query, which is asked with the most rows it may bring. */
export const allRows = async (ctx: Context, query: (rowsMax: number) => RawBuilder<unknown>): Promise<RowsAnswer<AnyRow>> => {
  const db = ctx.db.withoutPlugins();
  const { rows } = await query(ROWS_AT_ONCE_MAX + 1).execute(db);
  if (rows.length <= ROWS_AT_ONCE_MAX) return rows as readonly AnyRow[]; // a row of pg is an object of columns
  const beyond = await sql`select from (${query(ALL_ROWS_MAX + 1)}) as every_row offset ${ALL_ROWS_MAX} limit 1`.execute(db);
  return beyond.rows.length > 0 ? throwRefusal(kitRefusals, 'tooManyChoices', { max: ALL_ROWS_MAX }) : cursorRows(ctx, query(ALL_ROWS_MAX));
};

const BATCH_ROWS = 200;

/** Through a cursor of the database: paging would count rows again from the start, and shift when somebody adds one. */
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
    await sql`close kit_rows`.execute(db).catch(() => undefined); // a transaction that broke off has closed it
  }
}
