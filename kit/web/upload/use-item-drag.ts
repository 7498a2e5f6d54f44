import { useState } from 'react';
import type { PointerEvent, RefObject } from 'react';

/** Smaller movements of the pointer do not start a drag. */
const BEGINS_PX = 6;

/** Drags an item of a list to another position, with a mouse or finger; the other items move aside. */
export const useItemDrag = (listRef: RefObject<HTMLElement | null>, onMove: (key: string, to: number) => void) => {
  const [draggedKey, setDraggedKey] = useState<string>();
  const onGrip = (event: PointerEvent<HTMLElement>, key: string): void => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    const from = { x: event.clientX, y: event.clientY };
    const end = new AbortController();
    let dragging = false;
    const onMoveOver = ({ clientX, clientY }: globalThis.PointerEvent): void => {
      if (!dragging && Math.hypot(clientX - from.x, clientY - from.y) < BEGINS_PX) return;
      if (!dragging) setDraggedKey(key);
      dragging = true;
      const items = [...(listRef.current?.children ?? [])];
      const to = items.findIndex((item) => isWithin(item.getBoundingClientRect(), clientX, clientY));
      const index = items.findIndex((item) => item.getAttribute('data-item') === key);
      if (to >= 0 && index >= 0 && to !== index) onMove(key, to);
    };
    const stop = (): void => {
      end.abort();
      setDraggedKey(undefined);
      // The click at the end of a drag must not open the picture.
      if (dragging) window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
    };
    const { signal } = end;
    window.addEventListener('pointermove', onMoveOver, { signal });
    window.addEventListener('pointerup', stop, { signal });
    window.addEventListener('pointercancel', stop, { signal });
  };
  return { draggedKey, onGrip };
};

const swallow = (event: Event): void => {
  event.stopPropagation();
  event.preventDefault();
};

const isWithin = ({ left, right, top, bottom }: DOMRect, x: number, y: number): boolean => x >= left && x < right && y >= top && y < bottom;
