import type { RowsAnswer } from '#kit/resource/endpoint.ts';

export const isStreamed = (rows: unknown): rows is AsyncIterable<unknown> =>
  typeof rows === 'object' && rows !== null && Symbol.asyncIterator in rows;

/** Converts each row of an array or a stream. */
export const mapRows = <A, B>(rows: RowsAnswer<A>, change: (row: A) => B): RowsAnswer<B> =>
  Symbol.asyncIterator in rows ? changed(rows, change) : rows.map(change);

async function* changed<A, B>(rows: AsyncIterable<A>, change: (row: A) => B): AsyncGenerator<B> {
  for await (const row of rows) yield change(row);
}
