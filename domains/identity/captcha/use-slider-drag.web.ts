import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import type { Slider } from './use-slider.web.ts';

const KEY_STEP = 2;
const KEY_LEAP = 20;

/** How hand and keys move the slider's handle. `scale` answers the pixels of the picture for one of the screen. */
export const useSliderDrag = ({ state, position, moveTo, letGo }: Slider, scale: () => number) => {
  const grip = useRef<{ readonly pointer: number; readonly offset: number } | undefined>(undefined);
  const onRelease = (event: PointerEvent<HTMLElement>): void => {
    if (grip.current?.pointer !== event.pointerId) return;
    grip.current = undefined;
    letGo();
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
      if (event.key === 'Enter' || event.key === ' ') letGo();
      else {
        const to = keyed(event, position);
        if (to === undefined) return;
        moveTo(to);
      }
      event.preventDefault();
    },
  };
};

const keyed = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>, position: number): number | undefined => {
  const step = shiftKey ? KEY_LEAP : KEY_STEP;
  if (key === 'ArrowRight' || key === 'ArrowUp') return position + step;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return position - step;
  if (key === 'PageUp') return position + KEY_LEAP;
  if (key === 'PageDown') return position - KEY_LEAP;
  return key === 'Home' ? 0 : undefined;
};
