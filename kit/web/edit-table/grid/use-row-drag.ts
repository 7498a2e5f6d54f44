import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { placeOf } from '../table/rows.ts';
import type { EditTable } from '../table/table.ts';

/** Smaller movements of the pointer do not start a drag. */
const SLACK_PX = 4;
/** A drag this close to an edge scrolls the list. */
const EDGE_PX = 36;
const STEP_PX = 9;

interface RowDragOptions {
  readonly table: EditTable;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly body: RefObject<HTMLElement | null>;
  readonly rowHeightPx: number;
}

interface DragState {
  readonly id: string;
  readonly fromY: number;
  y: number;
  hasMoved: boolean;
}

/** Drags a row by its handle, with a mouse, pen or finger. `gap` is the index of the gap between rows where the row would be dropped. */
export const useRowDrag = ({ table, scroller, body, rowHeightPx }: RowDragOptions) => {
  const [draggedRow, setDraggedRow] = useState<{ readonly id: string; readonly gap: number }>();
  const grip = useRef<DragState>(undefined);
  const updateGap = useCallback(() => {
    const drag = grip.current;
    const box = body.current?.getBoundingClientRect();
    if (!drag || !box || !drag.hasMoved) return;
    const gap = Math.max(0, Math.min(table.rows.list.length, Math.round((drag.y - box.top) / rowHeightPx)));
    setDraggedRow((previous) => (previous?.id === drag.id && previous.gap === gap ? previous : { id: drag.id, gap }));
  }, [table, body, rowHeightPx]);
  const onGrip = useCallback((id: string, { clientY }: { readonly clientY: number }) => {
    grip.current = { id, fromY: clientY, y: clientY, hasMoved: false };
    setDraggedRow({ id, gap: -1 });
  }, []);
  const isDragging = draggedRow !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const end = new AbortController();
    const { signal } = end;
    const drop = () => {
      const drag = grip.current;
      const gap = drag?.hasMoved ? gapAt(drag, { body, rowHeightPx, rows: table.rows.list.length }) : undefined;
      if (drag && gap !== undefined) table.moveRow(drag.id, gap > placeOf(table.rows, drag.id) ? gap - 1 : gap);
      grip.current = undefined;
      setDraggedRow(undefined);
    };
    const cancel = () => {
      grip.current = undefined;
      setDraggedRow(undefined);
    };
    const follow = (event: PointerEvent) => {
      const drag = grip.current;
      if (!drag) return;
      drag.y = event.clientY;
      drag.hasMoved ||= Math.abs(drag.y - drag.fromY) > SLACK_PX;
      updateGap();
    };
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('keydown', (event) => event.key === 'Escape' && cancel(), { signal, capture: true });
    const timer = setInterval(() => {
      const box = scroller.current?.getBoundingClientRect();
      const drag = grip.current;
      if (!box || !drag?.hasMoved) return;
      const stepPx = drag.y < box.top + EDGE_PX ? -STEP_PX : drag.y > box.bottom - EDGE_PX ? STEP_PX : 0;
      if (stepPx !== 0) scroller.current?.scrollBy(0, stepPx);
      if (stepPx !== 0) updateGap();
    }, 16);
    signal.addEventListener('abort', () => clearInterval(timer));
    return () => end.abort();
  }, [isDragging, updateGap, table, scroller, body, rowHeightPx]);
  return { held: draggedRow && draggedRow.gap >= 0 ? draggedRow : undefined, onGrip };
};

interface RowLayout {
  readonly body: RefObject<HTMLElement | null>;
  readonly rowHeightPx: number;
  readonly rows: number;
}

const gapAt = ({ y }: DragState, { body, rowHeightPx, rows }: RowLayout): number | undefined => {
  const box = body.current?.getBoundingClientRect();
  return box && Math.max(0, Math.min(rows, Math.round((y - box.top) / rowHeightPx)));
};
