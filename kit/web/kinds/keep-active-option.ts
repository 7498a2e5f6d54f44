import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps in hand what the arrows have reached while the list of a select grows. antd takes the first choice into hand whenever the number of
 * choices changes, and only the mouse may say otherwise: so it is told as by a mouse, once it has drawn that.
 */
export const useKeptActiveOption = (id: string, values: readonly string[]): void => {
  const previousValues = useRef<readonly string[]>(values);
  const activeOption = useRef<ActiveOption | undefined>(undefined);
  useLayoutEffect(() => {
    const grown =
      values.length > previousValues.current.length &&
      previousValues.current.length > 0 &&
      previousValues.current.every((value, option) => values[option] === value);
    const option = activeOptionOf(id);
    const value = previousValues.current[option];
    if (grown && value !== undefined) activeOption.current = { at: option, value };
    previousValues.current = values;
  });
  useEffect(() => {
    const option = activeOption.current;
    activeOption.current = undefined;
    if (option) reactivate(id, option, FRAMES_MAX);
  });
};

interface ActiveOption {
  readonly at: number;
  readonly value: string;
}

/** The first choice is in hand a frame or two after the list has grown. */
const FRAMES_MAX = 10;

const reactivate = (id: string, option: ActiveOption, frames: number): void =>
  void requestAnimationFrame(() => {
    if (activeOptionOf(id) === option.at && frames > 0) reactivate(id, option, frames - 1);
    else optionOf(id, option.value)?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  });

/** The place of what is in hand, as the field tells those who hear it. */
const activeOptionOf = (id: string): number =>
  Number(/_(\d+)$/u.exec(document.getElementById(id)?.getAttribute('aria-activedescendant') ?? '')?.[1] ?? -1);

/** Options carry their value as `data-choice`. */
const optionOf = (id: string, value: string): Element | null | undefined =>
  document
    .getElementById(`${id}_list`)
    ?.closest('.ant-select-dropdown')
    ?.querySelector(`[data-choice="${CSS.escape(value)}"]`);
