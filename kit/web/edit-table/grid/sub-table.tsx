import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { useGrid } from '../table/grid-context.ts';
import type { TableRow } from '../table/rows.ts';
import { useTable } from '../table/use-edit-table.ts';
import { tableWords } from '../table/table-words.ts';

/** The row may still be scrolling into view. */
const RETRIES = 3;
const RETRY_MS = 100;
/** With less space below the row, the box opens above it. */
const ROOM_PX = 350;

interface SubTableProps {
  readonly id: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly render: (row: TableRow) => ReactNode;
  readonly onClose: () => void;
}

interface PopoverPosition {
  readonly topPx: number;
  readonly isAbove: boolean;
}

/** The details of a row in a box beside it. Scrolling closes the box, because its row moves away. */
export const SubTable = ({ id, scroller, render, onClose }: SubTableProps) => {
  const { table } = useGrid();
  const say = useSay();
  const row = useTable(table, (state) => state.rows.list.find((item) => item.id === id));
  const box = useRef<HTMLDialogElement>(null);
  const position = usePosition({ id, scroller, onClose });
  useClosing({ scroller, onClose, placed: position !== undefined });
  useEffect(() => {
    if (position) box.current?.focus({ preventScroll: true });
  }, [position]);
  if (!position || !row) return null;
  return (
    <dialog
      open
      ref={box}
      aria-label={say(tableWords.subTable)}
      tabIndex={-1}
      className={position.isAbove ? 'et-sub et-sub-above' : 'et-sub'}
      style={{ top: position.topPx }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {render(row)}
    </dialog>
  );
};

const usePosition = ({ id, scroller, onClose }: Omit<SubTableProps, 'render'>): PopoverPosition | undefined => {
  const { warn } = useFeedback();
  const [position, setPosition] = useState<PopoverPosition>();
  const fail = useEffectEvent(() => {
    warn(tableWords.subTableFailed);
    onClose();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updatePosition = (left: number): void => {
      const box = scroller.current;
      const row = box?.querySelector(`[data-row="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      const host = box?.parentElement?.getBoundingClientRect();
      if (row && host) {
        const isAbove = window.innerHeight - row.bottom <= ROOM_PX;
        setPosition({ isAbove, topPx: (isAbove ? row.top : row.bottom) - host.top });
      } else if (left > 0) timer = setTimeout(() => updatePosition(left - 1), RETRY_MS);
      else fail();
    };
    // The click that opens the box may also scroll the row into view.
    const frame = requestAnimationFrame(() => updatePosition(RETRIES));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [id, scroller]);
  return position;
};

const useClosing = ({ scroller, onClose, placed }: Pick<SubTableProps, 'scroller' | 'onClose'> & { readonly placed: boolean }): void => {
  const close = useEffectEvent(() => onClose());
  useEffect(() => {
    const box = scroller.current;
    if (!placed || !box) return undefined;
    const end = new AbortController();
    box.addEventListener('scroll', () => close(), { signal: end.signal, passive: true });
    return () => end.abort();
  }, [placed, scroller]);
};
