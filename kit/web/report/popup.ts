import { popupFault } from '../edit-table/table/column.ts';
import type { PopupFault } from '../edit-table/table/column.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import { textOf } from '../text-of.ts';

/** A report to pick from, and which of its columns fill which fields: two lists of names with commas, in the same order. */
export interface PopupMapping {
  readonly code: string;
  readonly orgFields: string;
  readonly destFields: string;
}

export const SEPARATOR = ',';

const listOf = (names: string): readonly string[] => names.split(SEPARATOR).map((name) => name.trim());

/** Why a picker is not configured correctly. */
export const faultOf = ({ code, orgFields, destFields }: PopupMapping, sorter = ''): PopupFault | undefined =>
  popupFault({ popupCode: code, orgFields, destFields, sorter });

/** The values that picked rows give to each field, joined with commas; null when no row was picked. */
export const valuesOfPicked = ({ orgFields, destFields }: PopupMapping, rows: readonly PlainRow[]): Readonly<Record<string, string | null>> => {
  const origins = listOf(orgFields);
  return Object.fromEntries(
    listOf(destFields).map((field, index) => [
      field,
      rows.length === 0 ? null : rows.map((row) => textOf(row[origins[index] ?? ''])).join(SEPARATOR),
    ]),
  );
};

/** The page's own conditions as query parameters of the report. */
export const selfParams = (param: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(param).map(([name, value]) => [`self_${name}`, value]));

/** A row with a key that is unique on its page. */
export interface KeyedRow {
  readonly key: string;
  readonly row: PlainRow;
}

/** The picked rows after a click on a row. A picker of a single row keeps only the last one. */
export const toggleRow = (pickedRows: readonly KeyedRow[], row: KeyedRow, multi: boolean): readonly KeyedRow[] => {
  const otherRows = pickedRows.filter(({ key }) => key !== row.key);
  if (otherRows.length < pickedRows.length) return otherRows;
  return multi ? [...pickedRows, row] : [row];
};

/** Whether the number of picked rows does not allow to confirm. */
export const isWrongCount = (pickedRows: readonly unknown[], multi: boolean): boolean => pickedRows.length === 0 || (!multi && pickedRows.length > 1);
