import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { useGrid } from '../table/grid-context.ts';
import type { TableRow } from '../table/rows.ts';
import { useTable } from '../table/use-edit-table.ts';
import { tableWords } from '../table/table-words.ts';

/** A row may be on its way into sight. */
const RETRIES = 3;
const RETRY_MS = 100;
/** With less room below it, it stands above its row. */
const ROOM_PX = 350;

interface SubTableProps {
  readonly id: string;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly draw: (row: TableRow) => ReactNode;
  readonly onClose: () => void;
}

interface PopoverPosition {
  readonly topPx: number;
  readonly above: boolean;
}

/** What belongs to a row, in a box beside it. A scroll closes it, since its row goes away. */
export const SubTable = ({ id, scroller, draw, onClose }: SubTableProps) => {
  const { table } = useGrid();
  const say = useSay();
  const row = useTable(table, (state) => state.rows.list.find((one) => one.id === id));
  const box = useRef<HTMLDialogElement>(null);
  const place = usePlace({ id, scroller, onClose });
  useClosing({ scroller, onClose, placed: place !== undefined });
  useEffect(() => {
    if (place) box.current?.focus({ preventScroll: true });
  }, [place]);
  if (!place || !row) return null;
  return (
    <dialog
      open
      ref={box}
      aria-label={say(tableWords.subTable)}
      tabIndex={-1}
      className={place.above ? 'et-sub et-sub-above' : 'et-sub'}
      style={{ top: place.topPx }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      {draw(row)}
    </dialog>
  );
};

const usePlace = ({ id, scroller, onClose }: Omit<SubTableProps, 'draw'>): PopoverPosition | undefined => {
  const { warn } = useFeedback();
  const [place, setPlace] = useState<PopoverPosition>();
  const fail = useEffectEvent(() => {
    warn(tableWords.subTableFailed);
    onClose();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (left: number): void => {
      const box = scroller.current;
      const row = box?.querySelector(`[data-row="${CSS.escape(id)}"]`)?.getBoundingClientRect();
      const host = box?.parentElement?.getBoundingClientRect();
      if (row && host) {
        const above = window.innerHeight - row.bottom <= ROOM_PX;
        setPlace({ above, topPx: (above ? row.top : row.bottom) - host.top });
      } else if (left > 0) timer = setTimeout(() => look(left - 1), RETRY_MS);
      else fail();
    };
    // The press that opens it may still scroll its row into sight.
    const frame = requestAnimationFrame(() => look(RETRIES));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [id, scroller]);
  return place;
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
