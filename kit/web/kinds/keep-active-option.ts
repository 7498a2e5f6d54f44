import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps in hand what the arrows have reached while the list of a select grows. antd takes the first choice into hand whenever the number of
 * choices changes, and only the mouse may say otherwise: so it is told as by a mouse, once it has drawn that.
 */
export const useHandKept = (id: string, values: readonly string[]): void => {
  const before = useRef<readonly string[]>(values);
  const held = useRef<ActiveOption | undefined>(undefined);
  useLayoutEffect(() => {
    const grown = values.length > before.current.length && before.current.length > 0 && before.current.every((value, at) => values[at] === value);
    const at = handOf(id);
    const value = before.current[at];
    if (grown && value !== undefined) held.current = { at, value };
    before.current = values;
  });
  useEffect(() => {
    const hand = held.current;
    held.current = undefined;
    if (hand) giveBack(id, hand, FRAMES_MAX);
  });
};

interface ActiveOption {
  readonly at: number;
  readonly value: string;
}

/** The first choice is in hand a frame or two after the list has grown. */
const FRAMES_MAX = 10;

const giveBack = (id: string, hand: ActiveOption, frames: number): void =>
  void requestAnimationFrame(() => {
    if (handOf(id) === hand.at && frames > 0) giveBack(id, hand, frames - 1);
    else optionOf(id, hand.value)?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  });

/** The place of what is in hand, as the field tells those who hear it. */
const handOf = (id: string): number => Number(/_(\d+)$/u.exec(document.getElementById(id)?.getAttribute('aria-activedescendant') ?? '')?.[1] ?? -1);

/** Options carry their value as `data-choice`. */
const optionOf = (id: string, value: string): Element | null | undefined =>
  document
    .getElementById(`${id}_list`)
    ?.closest('.ant-select-dropdown')
    ?.querySelector(`[data-choice="${CSS.escape(value)}"]`);
