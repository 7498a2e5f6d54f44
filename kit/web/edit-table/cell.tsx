import { memo, useId } from 'react';
import type { ComponentType } from 'react';
import { problemText } from '#kit/fields/problem-text.ts';
import { useLanguage, useSay } from '../language.ts';
import { boxValue, isChecked, popupFault } from './column.ts';
import type { Column, ColumnType } from './column.ts';
import { DateEditor, PickEditor, RadioEditor, SelectEditor } from './choice-editors.tsx';
import { Display } from './display.tsx';
import { FileCell } from './file-cell.tsx';
import { useGrid } from './grid-context.ts';
import type { TableRow } from './rows.ts';
import { PopEditor, TextEditor } from './text-editors.tsx';
import { isEditable } from './use-cell.ts';
import type { EditorProps } from './use-cell.ts';
import type { Fault } from './validate.ts';
import { tableWords } from './words.ts';

export interface CellProps {
  readonly row: TableRow;
  readonly column: Column;
  /** The column's place among all that are shown, from 1. */
  readonly place: number;
  readonly fault: Fault | undefined;
  readonly isCursor: boolean;
  readonly editing: boolean;
  /** The one cell a Tab leads to. */
  readonly isDoor: boolean;
}

/** One cell: its value, or what it is edited with, and what is wrong with it. */
export const CellView = memo(({ row, column, place, fault, isCursor, editing, isDoor }: CellProps) => {
  const grid = useGrid();
  const say = useSay();
  const id = useId();
  const text = useFaultText(fault, column);
  const label = say(column.title);
  const editable = isEditable(grid, row, column.key) && !(column.type === 'popup' && popupFault(column) && !column.picker);
  const open = editing && editable;
  const faultId = text === undefined ? undefined : `${id}-fault`;
  const marks = [
    fault && 'et-wrong',
    isCursor && 'et-cursor',
    open && 'et-editing',
    editable ? 'et-open' : 'et-shut',
    column.type === 'inputNumber' && 'et-right',
  ];
  return (
    <td
      aria-colindex={place}
      aria-readonly={!editable}
      aria-invalid={text !== undefined}
      aria-describedby={faultId}
      tabIndex={isDoor && !open ? 0 : -1}
      data-cell={`${row.id} ${column.key}`}
      data-key={column.key}
      className={`et-cell ${marks.filter(Boolean).join(' ')}`}
    >
      {open ? <Editor row={row} column={column} label={label} faultId={faultId} /> : <Still row={row} column={column} label={label} />}
      {text !== undefined && (
        <span id={faultId} className="et-fault" title={text}>
          {text}
        </span>
      )}
    </td>
  );
});

const useFaultText = (fault: Fault | undefined, column: Column): string | undefined => {
  const say = useSay();
  const language = useLanguage();
  if (!fault) return column.type === 'popup' && !column.picker ? popupFaultText(say, column) : undefined;
  if ('problem' in fault) return problemText(fault.problem, { label: say(column.title), language });
  return typeof fault.message === 'string' ? fault.message : say(fault.message);
};

const popupFaultText = (say: ReturnType<typeof useSay>, column: Column): string | undefined => {
  const fault = popupFault(column);
  return fault && say(fault === 'unset' ? tableWords.popupUnset : tableWords.popupUneven);
};

interface StillProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
}

const Still = ({ row, column, label }: StillProps) => {
  const { type } = column;
  if (type === 'checkbox') return <Box row={row} column={column} label={label} />;
  if (type === 'file' || type === 'image' || type === 'upload') return <FileCell row={row} column={column} label={label} />;
  if (type === 'slot') return <div className="et-slot">{column.draw?.(row)}</div>;
  return (
    <>
      <Display row={row} column={column} />
      {isList(type) && <span className="et-caret" aria-hidden="true" />}
    </>
  );
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

const Box = ({ row, column, label }: StillProps) => {
  const { table, disabled } = useGrid();
  return (
    <input
      type="checkbox"
      className="et-box"
      tabIndex={-1}
      aria-label={label}
      checked={isChecked(column, row.values[column.key])}
      disabled={disabled || column.disabled === true || table.isDisabled(row)}
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
