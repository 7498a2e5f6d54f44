import { useCallback, useEffect, useRef, useState } from 'react';
import { windowOf } from '../edit-table/grid/visible-rows.ts';

/** The largest number of lines that is drawn at once. */
const PLAIN_LINES_MAX = 200;
const ROW_HEIGHT_PX = 38;
const VIEW_PX = 600;

/** Which lines are drawn: in a long tree only the visible ones. */
export const useTreeWindow = (count: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const windowed = count > PLAIN_LINES_MAX;
  const { first, end } = windowed ? windowOf({ scrollTop, heightPx: VIEW_PX }, ROW_HEIGHT_PX, count) : { first: 0, end: count };
  const pending = useRef<(() => void) | undefined>(undefined);
  // The requested line is drawn now.
  useEffect(() => {
    pending.current?.();
    pending.current = undefined;
  });
  /** Scrolls a line into view, and calls back once it is drawn. */
  const show = useCallback(
    (index: number, onShown: () => void) => {
      const box = scroller.current;
      const top = index * ROW_HEIGHT_PX;
      if (!windowed || !box) return onShown();
      // The sticky header covers the lines.
      if (top < box.scrollTop) box.scrollTop = top;
      else if (top + 2 * ROW_HEIGHT_PX > box.scrollTop + box.clientHeight) box.scrollTop = top + 2 * ROW_HEIGHT_PX - box.clientHeight;
      pending.current = onShown;
      setScrollTop(box.scrollTop);
      return requestAnimationFrame(() => {
        pending.current?.();
        pending.current = undefined;
      });
    },
    [windowed],
  );
  const onScroll = useCallback(() => setScrollTop(scroller.current?.scrollTop ?? 0), []);
  return { scroller, first, end, windowed, show, onScroll, rowHeightPx: ROW_HEIGHT_PX };
};
