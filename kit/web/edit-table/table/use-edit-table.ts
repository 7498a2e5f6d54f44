import { use, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormFilesContext } from '../../upload/form-files.ts';
import type { CellValues } from './rows.ts';
import { EditTable } from './table.ts';
import type { EditTableOptions, RowsOwner, TableState, ValueChange } from './table.ts';

export interface UseEditTable extends EditTableOptions {
  /** After a cell has changed, by whatever hand. */
  readonly onValueChange?: (change: ValueChange) => void;
}

/** An editable table that lives as long as the component. Its columns and first rows are those of the first drawing. */
export const useEditTable = ({ onValueChange, ...options }: UseEditTable): EditTable => {
  const [table] = useState(() => new EditTable(options));
  const notifyChange = useEffectEvent((change: ValueChange) => onValueChange?.(change));
  useEffect(() => table.onValueChange((change) => notifyChange(change)), [table]);
  return table;
};

/** Follows a part of a table. The part has to keep its identity while it does not change. */
export const useTable = <T>(table: EditTable, part: (state: TableState) => T): T =>
  useSyncExternalStore(table.store.subscribe, () => part(table.store.get()));

interface OwnedTable extends Omit<EditTableOptions, 'records' | 'dragSort' | 'owner'> {
  readonly rows: readonly CellValues[];
  readonly owner: RowsOwner;
}

/** A table whose rows the page keeps: what a person does goes to the page, and the table shows what the page makes of it. */
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
 * The same as one input of a form: its value is the rows with the columns of the table, and nothing else. The form is not sent while a
 * cell is wrong; the first of them is gone to.
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
    // A form that is filled by somebody else: an undo, a draft that was kept.
    if (JSON.stringify(value) === JSON.stringify(reportedValue.current)) return;
    reportedValue.current = value;
    table.reset(value);
  }, [table, value]);
  return table;
};
