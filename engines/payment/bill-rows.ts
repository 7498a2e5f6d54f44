import type { Bill, BillLine } from './payment.ts';

/** Why a bill is not taken. */
export type BillProblem = 'unreadable' | 'sumsDiffer';

/** Reads a bill row by row, so that its memory does not grow with the bill. */
export interface BillRows {
  /** The line that stands in a row; undefined for a row without one. After a problem nothing more is read. */
  take(row: string): BillLine | BillProblem | undefined;
  /** After the last row: whether the lines add up to the sums of the bill itself. */
  end(): BillProblem | undefined;
}

/** A whole bill at once. */
export const readRows = (reader: BillRows, text: string): Bill | BillProblem => {
  const lines: BillLine[] = [];
  for (const row of text.split(/\r?\n/)) {
    const read = reader.take(row);
    if (typeof read === 'string') return read;
    if (read) lines.push(read);
  }
  return reader.end() ?? { lines };
};
