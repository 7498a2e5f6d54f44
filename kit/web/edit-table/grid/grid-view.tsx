import { Empty } from 'antd';
import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { CSSProperties, MouseEvent, ReactNode, RefObject } from 'react';
import { useSay } from '../../language.ts';
import { words } from '../../words.ts';
import { Head } from './head.tsx';
import { HANDLE, TICK, useGrid } from '../table/grid-context.ts';
import { RowView } from './row.tsx';
import type { TableRow } from '../table/rows.ts';
import { SubTable } from './sub-table.tsx';
import { Sums } from './sums.tsx';
import { isEditable } from '../cells/use-cell.ts';
import { useTable } from '../table/use-edit-table.ts';
import { useKeys } from './use-keys.ts';
import { useRowDrag } from './use-row-drag.ts';
import { windowOf } from './visible-rows.ts';
import { tableWords } from '../table/table-words.ts';

/** Column widths as custom properties for the stylesheet. */
export type ColumnTracks = Readonly<Record<`--${string}`, string>>;

interface GridViewProps {
  readonly label: string;
  readonly maxHeightPx: number;
  readonly tracks: ColumnTracks;
  readonly sub: { readonly id: string; readonly render: (row: TableRow) => ReactNode } | undefined;
  readonly toEnd: RefObject<(() => void) | undefined>;
}

const HEAD_PX = 37;
const SUM_PX = 32;
const EMPTY_PX = 130;

export const GridView = ({ label, maxHeightPx, tracks, toEnd, sub }: GridViewProps) => {
  const grid = useGrid();
  const { table, rowHeightPx, keys, columns } = grid;
  const say = useSay();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const count = useTable(table, (state) => state.rows.list.length);
  const hasSums = columns.some(({ statistics }) => statistics === true);
  const { onKeyDown, onPaste } = useKeys(grid, Math.max(1, Math.floor(maxHeightPx / rowHeightPx) - 1));
  const drag = useRowDrag({ table, scroller, body, rowHeightPx });
  useFocus(scroller);
  useImperativeHandle(toEnd, () => () => requestAnimationFrame(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })));
  const bodyPx = count === 0 ? EMPTY_PX : count * rowHeightPx;
  const style: CSSProperties & Record<`--${string}`, string> = {
    maxHeight: maxHeightPx,
    ...tracks,
    scrollPaddingTop: HEAD_PX,
    scrollPaddingLeft: 'calc(var(--et-number) + 52px)',
    scrollPaddingBottom: hasSums ? SUM_PX : 0,
  };
  const onClick = useClick();
  const closeSub = () => {
    const { cursor } = table.store.get();
    grid.toggleSub?.(undefined);
    if (cursor) table.goTo(cursor);
  };
  return (
    <>
      <div
        ref={scroller}
        className={`et-grid et-${grid.mode} ${grid.roomy ? 'et-roomy' : 'et-tight'}${drag.held ? ' et-dragging' : ''}`}
        style={style}
      >
        <span id={`${grid.id}-keys`} className="co-sr">
          {say(tableWords.keys)}
        </span>
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid is what a table becomes when its cells are worked
          role="grid"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={`${grid.id}-keys`}
          aria-rowcount={count + 1 + (hasSums ? 1 : 0)}
          aria-colcount={keys.length}
          aria-multiselectable={keys.includes(TICK)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onClick={onClick}
        >
          <Head />
          <tbody ref={body} className="et-body" style={{ height: bodyPx }}>
            {count === 0 && (
              <tr className="et-empty">
                <td>
                  <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />
                </td>
              </tr>
            )}
            <Rows scroller={scroller} maxHeightPx={maxHeightPx} onGrip={drag.onGrip} />
          </tbody>
          {hasSums && <Sums rowIndex={count + 2} />}
        </table>
        {drag.held && <i className="et-gap" style={{ top: HEAD_PX + drag.held.gap * rowHeightPx }} />}
      </div>
      {sub && <SubTable key={sub.id} {...sub} scroller={scroller} onClose={closeSub} />}
    </>
  );
};

/** Tool columns, where a click already has a meaning. */
const ownPress: readonly string[] = [HANDLE, TICK];

/** A click edits the cell, operates its control, or opens the details of the row. */
const useClick = () => {
  const grid = useGrid();
  const { table, toggleSub } = grid;
  return (event: MouseEvent<HTMLElement>): void => {
    const cell = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-cell]') : null;
    const id = cell?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    const row = table.rows.list.find((item) => item.id === id);
    const key = cell?.dataset['key'];
    const { cursor, editing } = table.store.get();
    if (!row || key === undefined || (cursor?.id === row.id && cursor.key === key && editing)) return;
    const isInner = event.target !== cell && event.target instanceof HTMLElement && event.target.closest('button, input, a') !== null;
    const may = isEditable(grid, row, key);
    if (isInner) table.set({ cursor: { id: row.id, key }, editing: undefined });
    else table.goTo({ id: row.id, key }, may ? 'keep' : undefined);
    if (isInner || ownPress.includes(key)) return;
    toggleSub?.(may ? undefined : row.id);
  };
};

interface RowsProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly maxHeightPx: number;
  readonly onGrip: (id: string, pointer: { readonly clientY: number }) => void;
}

/** The visible rows, and the row with the keyboard focus, which must stay mounted. */
const Rows = ({ scroller, maxHeightPx, onGrip }: RowsProps) => {
  const { table, rowHeightPx } = useGrid();
  const list = useTable(table, (state) => state.rows.list);
  const cursorId = useTable(table, (state) => state.cursor?.id);
  const top = useTop(scroller, rowHeightPx);
  const { first, end } = windowOf({ scrollTop: top, heightPx: maxHeightPx }, rowHeightPx, list.length);
  const cursorIndex = cursorId === undefined ? -1 : list.findIndex(({ id }) => id === cursorId);
  const rowIndexes = Array.from({ length: end - first }, (_unused, step) => first + step);
  if (cursorIndex >= 0 && cursorIndex < first) rowIndexes.unshift(cursorIndex);
  if (cursorIndex >= end) rowIndexes.push(cursorIndex);
  return rowIndexes.map((rowIndex) => {
    const row = list[rowIndex];
    return (
      row && (
        <RowView key={row.id} row={row} rowIndex={rowIndex} count={list.length} isTabStop={cursorIndex < 0 && rowIndex === first} onGrip={onGrip} />
      )
    );
  });
};

/** The scroll position, rounded down to steps of a few rows, so that few scroll events render. */
const STEP_ROWS = 3;
const useTop = (scroller: RefObject<HTMLElement | null>, rowHeightPx: number): number => {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    const stepPx = rowHeightPx * STEP_ROWS;
    const follow = () => setTop(Math.floor(box.scrollTop / stepPx) * stepPx);
    box.addEventListener('scroll', follow, { passive: true });
    return () => box.removeEventListener('scroll', follow);
  }, [scroller, rowHeightPx]);
  return top;
};

/** Moves the browser's focus to the cursor when the table requests it. */
const useFocus = (scroller: RefObject<HTMLElement | null>): void => {
  const { table } = useGrid();
  const focusNo = useTable(table, (state) => state.focusNo);
  const focus = useCallback(() => {
    const { cursor, editing } = table.store.get();
    const cell = cursor && scroller.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(`${cursor.id} ${cursor.key}`)}"]`);
    if (!cell) return;
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (editing === undefined) cell.focus({ preventScroll: true });
  }, [table, scroller]);
  // When a hidden tab is shown again, its effects run again although nothing requested the focus.
  const handledFocusNo = useRef(focusNo);
  useLayoutEffect(() => {
    if (focusNo === handledFocusNo.current) return;
    handledFocusNo.current = focusNo;
    focus();
  }, [focusNo, focus]);
};
