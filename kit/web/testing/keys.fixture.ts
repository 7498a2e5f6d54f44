import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';

/** More than the Tab stops of any widget under test. */
const STOPS_MAX = 60;

/** Presses Tab until an element has the focus. */
export const tabTo = async (target: Locator): Promise<void> => {
  await expect.element(target).toBeInTheDocument();
  for (let stop = 0; stop < STOPS_MAX && document.activeElement !== target.element(); stop += 1) await userEvent.tab();
  expect(document.activeElement).toBe(target.element());
};
