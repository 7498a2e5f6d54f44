import { useCallback, useEffect, useRef, useState } from 'react';
import { windowOf } from '../edit-table/grid/visible-rows.ts';

/** Most lines drawn all at once. */
const PLAIN_LINES_MAX = 200;
const ROW_HEIGHT_PX = 38;
const VIEW_PX = 600;

/** Which lines are drawn; of a long tree only those in sight. */
export const useTreeWindow = (count: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const windowed = count > PLAIN_LINES_MAX;
  const { first, end } = windowed ? windowOf({ scrollTop, heightPx: VIEW_PX }, ROW_HEIGHT_PX, count) : { first: 0, end: count };
  const pending = useRef<(() => void) | undefined>(undefined);
  // What was to be shown is drawn now.
  useEffect(() => {
    pending.current?.();
    pending.current = undefined;
  });
  /** Scrolls a line into sight, then does what needs it drawn. */
  const show = useCallback(
    (index: number, onShown: () => void) => {
      const box = scroller.current;
      const top = index * ROW_HEIGHT_PX;
      if (!windowed || !box) return onShown();
      // The head stands above the lines.
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
