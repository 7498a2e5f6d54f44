import { useCallback, useState } from 'react';
import { useGrid } from '../table/grid-context.ts';
import type { GridFacts } from '../table/grid-context.ts';
import { nextEditable } from '../table/key-navigation.ts';
import type { CellPosition } from '../table/key-navigation.ts';
import type { Column } from '../table/column.ts';
import { placeOf } from '../table/rows.ts';
import type { TableRow } from '../table/rows.ts';

/** The props of a cell editor. */
export interface EditorProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
  readonly faultId: string | undefined;
}

/** How an edit ends: undone, finished in place, or with a move to another cell. */
export type EditExit = 'cancel' | 'stay' | 'blur' | 'down' | 'up' | 'next' | 'back';

export interface CellEdit {
  readonly write: (value: unknown) => void;
  readonly leave: (leaveKey: EditExit) => void;
  /** The edit began with a typed character, which replaces the old value. */
  readonly replaces: boolean;
}

/** Writes into the edited cell and ends the edit. */
export const useCellEdit = ({ row, column }: EditorProps): CellEdit => {
  const grid = useGrid();
  const { table } = grid;
  const { id } = row;
  const { key } = column;
  const [initialValues] = useState(row.values);
  const [replaces] = useState(() => table.store.get().editing === 'replace');
  const write = useCallback((value: unknown) => table.setCell(id, key, value), [table, id, key]);
  const leave = useCallback(
    (leaveKey: EditExit) => {
      if (leaveKey === 'cancel')
        table.setValues([{ id, values: changedBack(table.rows.list.find((item) => item.id === id)?.values ?? {}, initialValues) }]);
      const on = stepOf(leaveKey, grid, { id, key });
      if (on) table.goTo(on.cell, on.editing ? 'keep' : undefined);
      else table.endEdit({ id, key }, leaveKey !== 'blur');
    },
    [table, grid, id, key, initialValues],
  );
  return { write, leave, replaces };
};

/** The earlier values of everything that the edit changed in its row, including dependent cells, so that a cancel restores them. */
const changedBack = (values: Readonly<Record<string, unknown>>, initialValues: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.keys({ ...values, ...initialValues }).flatMap((key) => (Object.is(values[key], initialValues[key]) ? [] : [[key, initialValues[key]]])),
  );

const stepOf = (leaveKey: EditExit, grid: GridFacts, cell: { readonly id: string; readonly key: string }) => {
  const { rows } = grid.table;
  const from: CellPosition = { row: placeOf(rows, cell.id), column: grid.keys.indexOf(cell.key) };
  if (leaveKey === 'down' || leaveKey === 'up') {
    const next = rows.list[from.row + (leaveKey === 'down' ? 1 : -1)];
    return next && { cell: { id: next.id, key: cell.key }, editing: grid.mode === 'always' && isEditable(grid, next, cell.key) };
  }
  if (leaveKey !== 'next' && leaveKey !== 'back') return undefined;
  const to = nextEditable(from, leaveKey === 'back', {
    rows: rows.list.length,
    columns: grid.keys.length,
    pageRows: 0,
    editable: (position) => {
      const row = rows.list[position.row];
      return row !== undefined && isEditable(grid, row, grid.keys[position.column]);
    },
  });
  const row = to && rows.list[to.row];
  const key = to && grid.keys[to.column];
  return row && key !== undefined ? { cell: { id: row.id, key }, editing: true } : undefined;
};

/** Whether a cell can be edited. */
export const isEditable = (grid: GridFacts, row: TableRow, key: string | undefined): boolean => {
  const column = grid.columns.find((item) => item.key === key);
  return column !== undefined && mayEdit(grid, column) && !grid.table.isDisabled(row);
};
/** Whether a column can be edited, in rows that are not disabled. */
export const mayEdit = ({ disabled }: GridFacts, column: Column): boolean => !disabled && column.disabled !== true && hasEditor(column);

const direct: readonly string[] = ['checkbox', 'file', 'image', 'upload', 'slot', 'hidden'];
/** Checkboxes and files are operated in the cell itself; all other types open an editor. */
const hasEditor = ({ type }: Column): boolean => !direct.includes(type);
