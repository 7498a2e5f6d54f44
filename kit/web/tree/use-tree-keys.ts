import { useEffect, useId, useState } from 'react';
import type { FocusEvent, KeyboardEvent, RefObject } from 'react';
import type { TreeLine } from './rows.ts';
import type { Tree } from './use-tree.ts';

interface TreeKeys<R> {
  readonly grid: RefObject<HTMLTableElement | null>;
  readonly tree: Tree<R>;
  readonly tickable: readonly string[];
  readonly tick: (id: string) => void;
  readonly open: ((row: R) => void) | undefined;
  /** Scrolls a line into view before it is focused. */
  readonly show: (index: number, onShown: () => void) => void;
}

const PAGE_LINES = 10;
const controls = 'button, a[href], input, [tabindex="0"]:not(td)';

/** The keyboard commands of a tree grid: arrow keys move between rows and cells, and Enter presses the control in a cell. */
export const useTreeKeys = <R>({ grid, tree, tickable, tick, open, show }: TreeKeys<R>) => {
  const id = useId();
  const { lines, toggle } = tree;
  const [activeId, setActive] = useState<string>();
  const active = lines.some((line) => line.id === activeId) ? activeId : lines[0]?.id;
  // Only the controls of the active row are in the tab order.
  useEffect(() => {
    for (const row of grid.current?.querySelectorAll<HTMLElement>('tr[data-line]') ?? [])
      for (const control of row.querySelectorAll<HTMLElement>('button, a[href], input')) control.tabIndex = row.dataset['line'] === active ? 0 : -1;
  });
  const focusCell = (to: number, cell: number) => {
    const lineIndex = Math.max(0, Math.min(lines.length - 1, to));
    const line = lines[lineIndex];
    if (!line) return;
    setActive(line.id);
    show(lineIndex, () => {
      const row = grid.current?.querySelector<HTMLElement>(`tr[data-line="${CSS.escape(line.id)}"]`);
      const cells = row?.querySelectorAll<HTMLElement>('td') ?? [];
      const target = cell >= 0 ? (cells[Math.min(cell, cells.length - 1)] ?? row) : row;
      target?.focus();
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement; // the target of a key event is an element
    const row = target.closest<HTMLElement>('tr[data-line]');
    const lineIndex = lines.findIndex((line) => line.id === row?.dataset['line']);
    const line = lines[lineIndex];
    if (!row || !line) return;
    const cells = [...row.querySelectorAll<HTMLElement>('td')];
    const cell = cells.findIndex((item) => item.contains(target));
    const inside = cell >= 0 && target !== cells[cell];
    const key = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.key}`;
    const act = inside ? insideKeys(key, cells[cell]) : gridKeys({ lines, lineIndex, line, cell, cells: cells.length, focusCell, toggle })[key];
    const handler = inside ? undefined : pressing({ line, cell, cells, tickable, tick, open, toggle })[key];
    const handled = act ?? handler;
    if (!handled) return;
    event.preventDefault();
    handled();
  };
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('tr[data-line]');
    if (row) setActive(row.dataset['line']);
  };
  return { id, active, onKeyDown, onFocus };
};

type KeyHandlers = Readonly<Record<string, (() => void) | undefined>>;

const insideKeys = (key: string, cell: HTMLElement | undefined): (() => void) | undefined => (key === 'Escape' ? () => cell?.focus() : undefined);

interface TreeFocus<R> {
  readonly lines: readonly TreeLine<R>[];
  readonly lineIndex: number;
  readonly line: TreeLine<R>;
  /** -1: the row itself. */
  readonly cell: number;
  readonly cells: number;
  readonly focusCell: (to: number, cell: number) => void;
  readonly toggle: (id: string, open?: boolean) => void;
}

/** The position to which an arrow key moves. */
const gridKeys = <R>({ lines, lineIndex, line, cell, cells, focusCell, toggle }: TreeFocus<R>): KeyHandlers => {
  const isOpen = line.kind === 'row' ? line.isOpen : undefined;
  const parent = lines.findIndex(({ id }) => id === line.parentId);
  const right = () => {
    if (cell < 0 && isOpen === false) toggle(line.id, true);
    else if (cell < cells - 1) focusCell(lineIndex, cell + 1);
  };
  const left = () => {
    if (cell >= 0) focusCell(lineIndex, cell - 1);
    else if (isOpen === true) toggle(line.id, false);
    else if (parent >= 0) focusCell(parent, -1);
  };
  return {
    ArrowDown: () => focusCell(lineIndex + 1, cell),
    ArrowUp: () => focusCell(lineIndex - 1, cell),
    ArrowRight: right,
    ArrowLeft: left,
    PageDown: () => focusCell(lineIndex + PAGE_LINES, cell),
    PageUp: () => focusCell(lineIndex - PAGE_LINES, cell),
    Home: () => (cell < 0 ? focusCell(0, -1) : focusCell(lineIndex, 0)),
    End: () => (cell < 0 ? focusCell(lines.length - 1, -1) : focusCell(lineIndex, cells - 1)),
    'Ctrl+Home': () => focusCell(0, cell),
    'Ctrl+End': () => focusCell(lines.length - 1, cell),
  };
};

interface TreeKeyPress<R> {
  readonly line: TreeLine<R>;
  readonly cell: number;
  readonly cells: readonly HTMLElement[];
  readonly tickable: readonly string[];
  readonly tick: (id: string) => void;
  readonly open: ((row: R) => void) | undefined;
  readonly toggle: (id: string) => void;
}

/** Enter presses the control in a cell, or else opens the row; Space toggles its checkbox. */
const pressing = <R>({ line, cell, cells, tickable, tick, open, toggle }: TreeKeyPress<R>): KeyHandlers => {
  const control = cell < 0 ? undefined : cells[cell]?.querySelector<HTMLElement>(controls);
  const enter = () => {
    if (control)
      return control instanceof HTMLInputElement || cells[cell]?.querySelectorAll(controls).length === 1 ? control.click() : control.focus();
    if (line.kind === 'failed') return line.retry();
    if (line.kind !== 'row') return undefined;
    if (open) return open(line.row);
    return line.isOpen === undefined ? undefined : toggle(line.id);
  };
  return { Enter: enter, ' ': tickable.includes(line.id) ? () => tick(line.id) : line.kind === 'row' && open ? () => open(line.row) : undefined };
};
