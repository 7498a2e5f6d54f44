import { memo } from 'react';
import type { ComponentType } from 'react';
import { problemText } from '#kit/fields/problem-text.ts';
import { boxValue, isChecked, popupFault } from '../table/column.ts';
import type { Column, ColumnType } from '../table/column.ts';
import { DateEditor, PickEditor, RadioEditor, SelectEditor } from './choice-editors.tsx';
import { loadsOptions, LoadedNameDisplay, LoadedOptionDisplay, spanOf, textIn } from './cell-display.tsx';
import { nameLoaderOf } from './value-labels.ts';
import { FileCell } from './file-cell.tsx';
import { useGrid } from '../table/grid-context.ts';
import type { GridFacts } from '../table/grid-context.ts';
import { registeredPicker } from './cell-pickers.ts';
import type { TableRow } from '../table/rows.ts';
import { PopEditor, TextEditor } from './text-editors.tsx';
import { mayEdit } from './use-cell.ts';
import type { EditorProps } from './use-cell.ts';
import type { ValidationFault } from '../table/validate.ts';
import { tableWords } from '../table/table-words.ts';

export interface CellProps {
  readonly row: TableRow;
  readonly column: Column;
  /** The position of the column among the visible ones, from 1. */
  readonly columnNumber: number;
  readonly fault: ValidationFault | undefined;
  /** The row cannot be changed. */
  readonly isDisabled: boolean;
  readonly isCursor: boolean;
  readonly editing: boolean;
  /** The one cell that is in the tab order. */
  readonly isTabStop: boolean;
}

/** One cell: its value or its editor, and its validation error. */
export const CellView = memo((props: CellProps) => {
  const { row, column, columnNumber, isDisabled, isCursor, editing, isTabStop } = props;
  const grid = useGrid();
  const text = faultText(grid, props);
  const label = grid.say(column.title);
  const editable = !isDisabled && mayEdit(grid, column) && !(column.type === 'popup' && !popupPicker(column));
  const open = editing && editable;
  const faultId = text === undefined ? undefined : `${grid.id}-${row.id}-${column.key}`;
  const marks = [
    text !== undefined && 'et-wrong',
    isCursor && 'et-cursor',
    open && 'et-editing',
    editable ? 'et-open' : 'et-shut',
    column.type === 'inputNumber' && 'et-right',
  ];
  return (
    <td
      aria-colindex={columnNumber}
      aria-readonly={!editable}
      aria-invalid={text !== undefined}
      aria-describedby={faultId}
      tabIndex={isTabStop && !open ? 0 : -1}
      data-cell={`${row.id} ${column.key}`}
      data-key={column.key}
      className={`et-cell ${marks.filter(Boolean).join(' ')}`}
    >
      {open ? <Editor row={row} column={column} label={label} faultId={faultId} /> : displayCell(grid, { row, column, label, isDisabled })}
      {text !== undefined && (
        <span id={faultId} className="et-fault" title={text}>
          {text}
        </span>
      )}
    </td>
  );
}, isSame);

/** A change in another cell of the row draws this cell again only if its column depends on the whole row. */
function isSame(previous: CellProps, next: CellProps): boolean {
  const { key, type, linkedTo, picker, options } = next.column;
  const dependsOnContext = type === 'slot' || linkedTo !== undefined || picker !== undefined || typeof options === 'function';
  const comparedProps = ['column', 'columnNumber', 'fault', 'isDisabled', 'isCursor', 'editing', 'isTabStop'] as const;
  if (comparedProps.some((name) => previous[name] !== next[name])) return false;
  return (
    previous.row === next.row || (!dependsOnContext && previous.row.id === next.row.id && Object.is(previous.row.values[key], next.row.values[key]))
  );
}

/** A report picker opens only when its column is configured correctly and a picker is registered. */
const popupPicker = (column: Column) => (popupFault(column) ? undefined : (column.picker ?? registeredPicker(column.type)));

const popupFaultWords = { unset: tableWords.popupUnset, uneven: tableWords.popupUneven, sorter: tableWords.popupSorter } as const;

const faultText = ({ say, language }: GridFacts, { fault, column }: CellProps): string | undefined => {
  if (fault && 'problem' in fault) return problemText(fault.problem, { label: say(column.title), language });
  if (fault) return typeof fault.message === 'string' ? fault.message : say(fault.message);
  const unset = column.type === 'popup' ? popupFault(column) : undefined;
  return unset && say(popupFaultWords[unset]);
};

interface StillProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
  readonly isDisabled: boolean;
}

const displayCell = (grid: GridFacts, props: StillProps) => {
  const { row, column } = props;
  const { type } = column;
  if (type === 'checkbox') return <Box {...props} />;
  if (type === 'file' || type === 'image' || type === 'upload') return <FileCell {...props} />;
  if (type === 'slot') return <div className="et-slot">{column.render?.(row)}</div>;
  return (
    <>
      {cellContent(grid, row, column)}
      {isList(type) && <span className="et-caret" aria-hidden="true" />}
    </>
  );
};

const cellContent = (grid: GridFacts, row: TableRow, column: Column) => {
  if (loadsOptions(column)) return <LoadedOptionDisplay row={row} column={column} />;
  return nameLoaderOf(column) ? <LoadedNameDisplay row={row} column={column} /> : spanOf(grid, column, textIn(grid, column, row));
};

const lists: readonly ColumnType[] = [
  'select',
  'list_multi',
  'sel_search',
  'sel_search_async',
  'date',
  'datetime',
  'sel_user',
  'sel_depart',
  'popup',
  'input_pop',
];
const isList = (type: ColumnType): boolean => lists.includes(type);

const Box = ({ row, column, label, isDisabled }: StillProps) => {
  const { table, disabled } = useGrid();
  return (
    <input
      type="checkbox"
      className="et-box"
      tabIndex={-1}
      aria-label={label}
      checked={isChecked(column, row.values[column.key])}
      disabled={disabled || column.disabled === true || isDisabled}
      onChange={(event) => table.setCell(row.id, column.key, boxValue(column, event.target.checked))}
    />
  );
};

const editors: Partial<Record<ColumnType, ComponentType<EditorProps>>> = {
  input: TextEditor,
  inputNumber: TextEditor,
  input_pop: PopEditor,
  select: SelectEditor,
  list_multi: SelectEditor,
  sel_search: SelectEditor,
  sel_search_async: SelectEditor,
  radio: RadioEditor,
  date: DateEditor,
  datetime: DateEditor,
  sel_user: PickEditor,
  sel_depart: PickEditor,
  popup: PickEditor,
};

const Editor = (props: EditorProps) => {
  const Kind = editors[props.column.type];
  return Kind ? <Kind {...props} /> : null;
};
