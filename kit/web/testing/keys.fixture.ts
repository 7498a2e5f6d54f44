import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Locator } from 'vitest/browser';

/** More Tab stops than any widget under test has. */
const STOPS_MAX = 60;

/** Goes on by the Tab key until the keyboard is in a place. */
export const tabTo = async (target: Locator): Promise<void> => {
  await expect.element(target).toBeInTheDocument();
  for (let stop = 0; stop < STOPS_MAX && document.activeElement !== target.element(); stop += 1) await userEvent.tab();
  expect(document.activeElement).toBe(target.element());
};
