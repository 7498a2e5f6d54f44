import { fixedOptions } from '../table/column.ts';
import type { Column, Option } from '../table/column.ts';
import { numberOf } from '../cells/numbers.ts';
import type { Change, TableRow } from '../table/rows.ts';

/** The rows and cells of a text that was copied from a spreadsheet. */
export const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'));

export interface PasteInto {
  /** The rows from the target cell on. */
  readonly rows: readonly TableRow[];
  readonly columns: readonly Column[];
  readonly wordsOf: (option: Option) => string;
}

/** The changes that pasted cells make; a cell that cannot take its text keeps its value. */
export const pasteChanges = (cells: readonly (readonly string[])[], { rows, columns, wordsOf }: PasteInto): readonly Change[] =>
  cells.flatMap((line, rowOffset) => {
    const row = rows[rowOffset];
    const values = line.flatMap((text, columnOffset) => {
      const column = columns[columnOffset];
      const value = row && column && valueOf(column, text.trim(), { row, wordsOf });
      return column && value !== undefined ? [[column.key, value] as const] : [];
    });
    return row && values.length > 0 ? [{ id: row.id, values: Object.fromEntries(values) }] : [];
  });

interface Target {
  readonly row: TableRow;
  readonly wordsOf: PasteInto['wordsOf'];
}

const valueOf = (column: Column, text: string, { row, wordsOf }: Target): unknown => {
  if (column.disabled) return undefined;
  switch (column.type) {
    case 'input':
    case 'input_pop':
      return column.maxLength === undefined ? text : [...text].slice(0, column.maxLength).join('');
    case 'inputNumber':
      return text === '' ? null : (numberOf(text.replaceAll(',', '')) ?? undefined);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined;
    case 'datetime':
      return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : undefined;
    case 'select':
    case 'radio':
    case 'sel_search':
      return fixedOptions(column, row).find((option) => wordsOf(option) === text || String(option.value) === text)?.value;
    default:
      return undefined;
  }
};
