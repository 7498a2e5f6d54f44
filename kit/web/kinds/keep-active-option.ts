import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the active option of a select while its list grows. antd activates the first option whenever the number of options changes, and offers only
 * the mouse to change that. So a mouse event is sent to the earlier option once antd has drawn the list.
 */
export const useKeptActiveOption = (id: string, values: readonly string[]): void => {
  const previousValues = useRef<readonly string[]>(values);
  const activeOption = useRef<ActiveOption | undefined>(undefined);
  useLayoutEffect(() => {
    const hasGrown =
      values.length > previousValues.current.length &&
      previousValues.current.length > 0 &&
      previousValues.current.every((value, option) => values[option] === value);
    const option = activeOptionOf(id);
    const value = previousValues.current[option];
    if (hasGrown && value !== undefined) activeOption.current = { at: option, value };
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

/** antd activates the first option one or two frames after the list has grown. */
const FRAMES_MAX = 10;

const reactivate = (id: string, option: ActiveOption, frames: number): void =>
  void requestAnimationFrame(() => {
    if (activeOptionOf(id) === option.at && frames > 0) reactivate(id, option, frames - 1);
    else optionOf(id, option.value)?.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  });

/** The index of the active option, read from `aria-activedescendant`. */
const activeOptionOf = (id: string): number =>
  Number(/_(\d+)$/u.exec(document.getElementById(id)?.getAttribute('aria-activedescendant') ?? '')?.[1] ?? -1);

/** Options carry their value as `data-choice`. */
const optionOf = (id: string, value: string): Element | null | undefined =>
  document
    .getElementById(`${id}_list`)
    ?.closest('.ant-select-dropdown')
    ?.querySelector(`[data-choice="${CSS.escape(value)}"]`);
