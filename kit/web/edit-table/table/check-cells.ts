import type { Column } from './column.ts';
import { isUploading } from './file-value.ts';
import { recordsOf } from './rows.ts';
import type { CellValues, Rows, TableRow } from './rows.ts';
import type { EditTable } from './table.ts';
import { faultOf, hasUniqueRule } from './validate.ts';
import type { ValidationFault } from './validate.ts';
import { uploadWords } from '../../upload/words.ts';

/** The validation errors of a row by column. */
export type RowFaults = Readonly<Record<string, ValidationFault>>;

export type CollectResult =
  | { readonly ok: true; readonly values: readonly CellValues[]; readonly removedIds: readonly string[] }
  | { readonly ok: false; readonly faults: ReadonlyMap<string, RowFaults>; readonly firstFault: { readonly id: string; readonly key: string } };

/** Validates one cell, and then the cells of the column that must differ from it. */
export const recheck = (table: EditTable, id: string, key: string): void => {
  const column = table.columns.find((item) => item.key === key);
  const row = table.rows.list.find((item) => item.id === id);
  if (!column?.validateRules || !row) return;
  check({ table, column, row });
  if (!hasUniqueRule(column.validateRules)) return;
  for (const [other, faults] of table.store.get().faults) {
    const otherRow = other === id || !faults[key] ? undefined : table.rows.list.find((item) => item.id === other);
    if (otherRow) check({ table, column, row: otherRow });
  }
};

interface CellCheck {
  readonly table: EditTable;
  readonly column: Column;
  readonly row: TableRow;
}

const check = ({ table, column, row }: CellCheck): void => {
  const value = row.values[column.key];
  const verdict = faultOf({ rules: column.validateRules ?? [], value, row, others: othersOf(table.rows, column, row) });
  if (!(verdict instanceof Promise))
    return table.set({ faults: withFault(table.store.get().faults, { id: row.id, key: column.key, fault: verdict }) });
  // The result for an earlier value says nothing about the current one.
  void verdict.then((fault) => {
    const now = table.rows.list.find(({ id }) => id === row.id);
    if (now && Object.is(now.values[column.key], value))
      table.set({ faults: withFault(table.store.get().faults, { id: row.id, key: column.key, fault }) });
  });
  return undefined;
};

const othersOf = (rows: Rows, column: Column, row: TableRow): readonly unknown[] =>
  hasUniqueRule(column.validateRules ?? [])
    ? rows.list.filter((other) => other !== row && other.id !== row.id).map(({ values }) => values[column.key])
    : [];

interface CellFault {
  readonly id: string;
  readonly key: string;
  readonly fault: ValidationFault | undefined;
}

const withFault = (faults: ReadonlyMap<string, RowFaults>, { id, key, fault }: CellFault): ReadonlyMap<string, RowFaults> => {
  const { [key]: before, ...others } = faults.get(id) ?? {};
  if (before === undefined && fault === undefined) return faults;
  const row: RowFaults = fault ? { ...others, [key]: fault } : others;
  const next = new Map(faults);
  if (Object.keys(row).length > 0) next.set(id, row);
  else next.delete(id);
  return next;
};

/** The number of concurrent asynchronous rules; more would only queue at the server. */
const ASKING_MAX = 8;

/** Validates all cells, in the order of rows and columns. */
export const collect = async (
  columns: readonly Column[],
  rows: Rows,
): Promise<{ readonly faults: ReadonlyMap<string, RowFaults>; readonly collected: CollectResult }> => {
  const ruled = columns.filter(({ validateRules = [], type }) => validateRules.length > 0 || isFile(type));
  const twins = new Map(ruled.filter(({ validateRules = [] }) => hasUniqueRule(validateRules)).map(({ key }) => [key, countsOf(rows, key)]));
  const cells = rows.list.flatMap((row) => ruled.map((column) => ({ row, column })));
  const faults = new Map<string, RowFaults>();
  for (let from = 0; from < cells.length; from += ASKING_MAX) {
    const batch = cells.slice(from, from + ASKING_MAX).map(({ row, column }) => verdictOf({ row, column, twins: twins.get(column.key) }));
    const verdicts = batch.some((verdict) => verdict instanceof Promise)
      ? await Promise.all(batch.map((verdict) => Promise.resolve(verdict)))
      : (batch as (ValidationFault | undefined)[]); // none is a promise
    for (const [offset, fault] of verdicts.entries()) {
      const cell = cells[from + offset];
      if (cell && fault) faults.set(cell.row.id, { ...faults.get(cell.row.id), [cell.column.key]: fault });
    }
  }
  const firstFault = firstOf(columns, rows, faults);
  return { faults, collected: firstFault ? { ok: false, faults, firstFault } : { ok: true, values: recordsOf(rows), removedIds: rows.removed } };
};

/** Waits until no upload into a cell is running. A failed upload stays in its cell and is a validation error. */
export const filesArrived = ({ columns, store }: Pick<EditTable, 'columns' | 'store'>): Promise<void> => {
  const keys = columns.filter(({ type }) => isFile(type)).map(({ key }) => key);
  const isOne = (value: unknown): boolean => isUploading(value) && value.status === 'uploading';
  const isAny = (): boolean => keys.length > 0 && store.get().rows.list.some(({ values }) => keys.some((key) => isOne(values[key])));
  return new Promise((resolve) => {
    const checkFinished = () => {
      if (isAny()) return;
      stop();
      resolve();
    };
    const stop = store.subscribe(checkFinished);
    checkFinished();
  });
};

const isFile = (type: Column['type']): boolean => type === 'file' || type === 'image' || type === 'upload';

interface CellToCollect {
  readonly row: TableRow;
  readonly column: Column;
  readonly twins: ReadonlyMap<unknown, number> | undefined;
}

const verdictOf = ({ row, column, twins }: CellToCollect): ValidationFault | undefined | Promise<ValidationFault | undefined> => {
  const value = row.values[column.key];
  if (isUploading(value)) return { message: value.status === 'error' ? (value.message ?? uploadWords.cellFailed) : uploadWords.still };
  const others = (twins?.get(textIn(value)) ?? 0) > 1 ? [value] : [];
  return faultOf({ rules: column.validateRules ?? [], value, row, others });
};

/** How often each value of a column occurs, so that checking a long table for duplicates takes linear time. */
const countsOf = (rows: Rows, key: string): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>();
  for (const { values } of rows.list) counts.set(textIn(values[key]), (counts.get(textIn(values[key])) ?? 0) + 1);
  return counts;
};
const textIn = (value: unknown): unknown => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : value);

const firstOf = (columns: readonly Column[], rows: Rows, faults: ReadonlyMap<string, RowFaults>) => {
  const row = rows.list.find(({ id }) => faults.has(id));
  const column = row && columns.find(({ key }) => faults.get(row.id)?.[key]);
  return row && column && { id: row.id, key: column.key };
};
