import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { Locator } from 'vitest/browser';

/** Expects the reason of a failed load, then that "Try again" loads after `mend`. */
export const expectRetry = async (because: string, mend: () => void, expected: Locator): Promise<void> => {
  await expect.element(page.getByText(because).first()).toBeVisible();
  mend();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(expected).toBeVisible();
};
