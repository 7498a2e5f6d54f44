import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormFilesContext } from '../../upload/form-files.ts';
import type { CellValues } from './rows.ts';
import { EditTable } from './table.ts';
import type { EditTableOptions, RowsOwner, TableState, ValueChange } from './table.ts';

export interface UseEditTable extends EditTableOptions {
  /** Called after a cell has changed, whether by the user or by the program. */
  readonly onValueChange?: (change: ValueChange) => void;
}

/** An editable table for the lifetime of the component. Its columns and first rows are those of the first render. */
export const useEditTable = ({ onValueChange, ...options }: UseEditTable): EditTable => {
  const [table] = useState(() => new EditTable(options));
  const notifyChange = useEffectEvent((change: ValueChange) => onValueChange?.(change));
  useEffect(() => table.onValueChange((change) => notifyChange(change)), [table]);
  return table;
};

/** Subscribes to a part of a table's state. The part must keep its identity while it does not change. */
export const useTable = <T>(table: EditTable, part: (state: TableState) => T): T =>
  useSyncExternalStore(table.store.subscribe, () => part(table.store.get()));

interface OwnedTable extends Omit<EditTableOptions, 'records' | 'dragSort' | 'owner'> {
  readonly rows: readonly CellValues[];
  readonly owner: RowsOwner;
}

/** A table whose rows the page owns: changes of the user go to the page, and the table shows the page's rows. */
export const useOwnedTable = ({ rows, owner, ...options }: OwnedTable): EditTable => {
  const latest = useRef(owner);
  const [forward] = useState((): RowsOwner => ({
    write: (changes) => latest.current.write(changes),
    insert: (index, records) => latest.current.insert(index, records),
    remove: (ids) => latest.current.remove(ids),
  }));
  const table = useEditTable({ ...options, records: rows, owner: forward });
  useLayoutEffect(() => {
    latest.current = owner;
  });
  useLayoutEffect(() => table.follow(rows), [table, rows]);
  return table;
};

interface TableInput extends Omit<EditTableOptions, 'records' | 'owner'> {
  readonly value: readonly CellValues[];
  readonly onChange: (value: readonly CellValues[]) => void;
}

/**
 * The same as a form control. Its value is the rows, with the table's columns only. The form is not submitted while a cell is invalid; the cursor
 * moves to the first invalid cell.
 */
export const useTableInput = ({ value, onChange, ...options }: TableInput): EditTable => {
  const table = useEditTable({ ...options, records: value });
  const reportedValue = useRef(value);
  const notifyChange = useEffectEvent(() => {
    const rows = table.records().map((row) => Object.fromEntries(options.columns.map(({ key }) => [key, row[key] ?? null])));
    if (JSON.stringify(rows) === JSON.stringify(reportedValue.current)) return;
    reportedValue.current = rows;
    onChange(rows);
  });
  const form = use(FormFilesContext);
  useEffect(() => table.store.subscribe(() => notifyChange()), [table]);
  useEffect(() => form?.judge(async () => (await table.collect()).ok), [form, table]);
  useEffect(() => {
    // The form received another value, for example by an undo or from a stored draft.
    if (JSON.stringify(value) === JSON.stringify(reportedValue.current)) return;
    reportedValue.current = value;
    table.reset(value);
  }, [table, value]);
  return table;
};
