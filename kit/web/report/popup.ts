import { popupFault } from '../edit-table/table/column.ts';
import type { PopupFault } from '../edit-table/table/column.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { textOf } from '../text-of.ts';

/** A report to pick from, and which of its columns fill which fields: names with commas between, in the same order. */
export interface PopupMapping {
  readonly code: string;
  readonly orgFields: string;
  readonly destFields: string;
}

export const SEPARATOR = ',';

const listOf = (names: string): readonly string[] => names.split(SEPARATOR).map((name) => name.trim());

/** Why a picker cannot be opened. */
export const faultOf = ({ code, orgFields, destFields }: PopupMapping, sorter = ''): PopupFault | undefined =>
  popupFault({ popupCode: code, orgFields, destFields, sorter });

/** What the picked rows put into each field: their values with commas between, nothing where no row was picked. */
export const valuesOfPicked = ({ orgFields, destFields }: PopupMapping, rows: readonly PlainRow[]): Readonly<Record<string, string | null>> => {
  const origins = listOf(orgFields);
  return Object.fromEntries(
    listOf(destFields).map((field, index) => [
      field,
      rows.length === 0 ? null : rows.map((row) => textOf(row[origins[index] ?? ''])).join(SEPARATOR),
    ]),
  );
};

/** Conditions of the page's own, as the report takes them. */
export const selfParams = (param: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(param).map(([name, value]) => [`self_${name}`, value]));

/** A row with the key that tells it apart. */
export interface KeyedRow {
  readonly key: string;
  readonly row: PlainRow;
}

/** What is picked after a click on a row: of one alone the last that was clicked. */
export const toggleRow = (pickedRows: readonly KeyedRow[], row: KeyedRow, multi: boolean): readonly KeyedRow[] => {
  const otherRows = pickedRows.filter(({ key }) => key !== row.key);
  if (otherRows.length < pickedRows.length) return otherRows;
  return multi ? [...pickedRows, row] : [row];
};

/** Whether what is picked cannot be agreed to. */
export const isWrongCount = (pickedRows: readonly unknown[], multi: boolean): boolean => pickedRows.length === 0 || (!multi && pickedRows.length > 1);
