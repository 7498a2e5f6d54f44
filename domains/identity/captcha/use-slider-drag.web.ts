import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Slider } from './use-slider.web.ts';

const KEY_STEP_PX = 2;
const KEY_PAGE_PX = 20;

/** Pointer and key handlers of the slider. `scale` returns the picture pixels for each pixel of the screen. */
export const useSliderDrag = ({ state, position, moveTo, release }: Slider, scale: () => number) => {
  const grip = useRef<{ readonly pointer: number; readonly offset: number } | undefined>(undefined);
  const onRelease = (event: PointerEvent<HTMLElement>): void => {
    if (grip.current?.pointer !== event.pointerId) return;
    grip.current = undefined;
    release();
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (state !== 'ready') return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { pointer: event.pointerId, offset: event.clientX - position / scale() };
      moveTo(position);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (grip.current?.pointer === event.pointerId) moveTo((event.clientX - grip.current.offset) * scale());
    },
    onPointerUp: onRelease,
    onPointerCancel: onRelease,
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      if (event.key === 'Enter' || event.key === ' ') release();
      else {
        const nextPosition = positionByKey(event, position);
        if (nextPosition === undefined) return;
        moveTo(nextPosition);
      }
      event.preventDefault();
    },
  };
};

const positionByKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, position: number): number | undefined => {
  const step = shiftKey ? KEY_PAGE_PX : KEY_STEP_PX;
  if (key === 'ArrowRight' || key === 'ArrowUp') return position + step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return position - step;
  if (key === 'PageUp') return position + KEY_PAGE_PX;
  if (key === 'PageDown') return position - KEY_PAGE_PX;
  return key === 'Home' ? 0 : undefined;
};
