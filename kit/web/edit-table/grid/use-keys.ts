import { flushSync } from 'react-dom';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import type { GridFacts } from '../table/grid-context.ts';
import { positionAfter } from '../table/key-navigation.ts';
import { cellsOf, pasteChanges } from './paste.ts';
import { placeOf } from '../table/rows.ts';
import type { TableRow } from '../table/rows.ts';
import { isEditable } from '../cells/use-cell.ts';
import { wordsOfOption } from '../cells/use-options.ts';
import { tableWords } from '../table/table-words.ts';

interface FocusedCell {
  readonly row: TableRow;
  readonly key: string;
  readonly cell: HTMLElement;
}

/** The keyboard commands of a cell that is not edited. */
export const useKeys = (grid: GridFacts, pageRows: number) => {
  const say = useSay();
  const { warn } = useFeedback();
  const { table } = grid;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const position = cellAt(grid, event.target);
    if (!position || event.defaultPrevented) return;
    if (event.target !== position.cell) return insideCell(event, position.cell);
    if (isHandled(grid, position, event) || moveFocus(grid, position, { event, pageRows })) event.preventDefault();
  };
  const onPaste = (event: ClipboardEvent<HTMLElement>): void => {
    const position = cellAt(grid, event.target);
    const text = event.clipboardData.getData('text/plain');
    const cells = cellsOf(text);
    const isOne = cells.length === 1 && cells[0]?.length === 1;
    if (!position || grid.disabled || (isOne && event.target !== position.cell)) return;
    const from = grid.columns.findIndex(({ key }) => key === position.key);
    if (from < 0) return;
    event.preventDefault();
    if (text === '') return warn(tableWords.clipboardEmpty);
    const rows = table.rows.list.slice(placeOf(table.rows, position.row.id)).filter((row) => !table.isDisabled(row));
    table.setValues(pasteChanges(cells, { rows, columns: grid.columns.slice(from), wordsOf: (option) => wordsOfOption(say, option) }));
    if (event.target !== position.cell) table.goTo({ id: position.row.id, key: position.key });
  };
  return { onKeyDown, onPaste };
};

const cellAt = ({ table }: GridFacts, target: EventTarget): FocusedCell | undefined => {
  const cell = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-cell]') : null;
  const id = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const row = table.rows.list.find((item) => item.id === id);
  return cell && row ? { row, key: cell.dataset['key'] ?? '', cell } : undefined;
};

const inner = (cell: HTMLElement): readonly HTMLElement[] => [
  ...cell.querySelectorAll<HTMLElement>('button:not(:disabled), input:not([type=file]):not(:disabled), a[href]'),
];

/** Keys among the buttons of one cell: left and right move between them, and Esc returns to the cell. */
const insideCell = (event: KeyboardEvent, cell: HTMLElement): void => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (event.key === 'Escape') cell.focus();
  else if (step === undefined) return;
  else {
    const controls = inner(cell);
    controls[(controls.findIndex((item) => item === event.target) + step + controls.length) % controls.length]?.focus();
  }
  event.preventDefault();
  event.stopPropagation();
};

const isHandled = (grid: GridFacts, { row, key, cell }: FocusedCell, event: KeyboardEvent): boolean => {
  const { table } = grid;
  const may = isEditable(grid, row, key);
  if (event.altKey && table.dragSort && !grid.disabled && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
    table.moveRow(row.id, placeOf(table.rows, row.id) + (event.key === 'ArrowUp' ? -1 : 1));
    table.goTo({ id: row.id, key });
    return true;
  }
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.key === 'Enter' || event.key === 'F2' || event.key === ' ') return openCell(grid, { row, key, cell });
  if (!may) return false;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    table.setCell(row.id, key, null);
    return true;
  }
  const isTyping = event.key.length === 1 || event.key === 'Process' || event.nativeEvent.isComposing;
  const isText = grid.columns.some((column) => column.key === key && (column.type === 'input' || column.type === 'inputNumber'));
  // The browser then delivers the typed character to the new input.
  if (isTyping && isText) flushSync(() => table.goTo({ id: row.id, key }, 'replace'));
  return false;
};

/** Enter starts an edit, toggles a checkbox, presses the only button of the cell, or moves the focus to the first of several. */
const openCell = (grid: GridFacts, { row, key, cell }: FocusedCell): boolean => {
  if (isEditable(grid, row, key)) {
    grid.table.goTo({ id: row.id, key }, 'keep');
    return true;
  }
  const [first, ...otherControls] = inner(cell);
  if (!first && grid.toggleSub) {
    grid.toggleSub(row.id);
    return true;
  }
  if (first instanceof HTMLInputElement || (first && otherControls.length === 0)) first.click();
  else first?.focus();
  return first !== undefined;
};

interface GridKeyPress {
  readonly event: KeyboardEvent;
  readonly pageRows: number;
}

const moveFocus = (grid: GridFacts, { row, key }: FocusedCell, { event, pageRows }: GridKeyPress): boolean => {
  const { rows } = grid.table;
  const from = { row: placeOf(rows, row.id), column: grid.keys.indexOf(key) };
  const to = positionAfter({ key: event.key, ctrl: event.ctrlKey || event.metaKey }, from, {
    rows: rows.list.length,
    columns: grid.keys.length,
    pageRows,
  });
  const next = to && rows.list[to.row];
  const nextKey = to && grid.keys[to.column];
  if (!next || nextKey === undefined) return false;
  grid.table.goTo({ id: next.id, key: nextKey });
  return true;
};
