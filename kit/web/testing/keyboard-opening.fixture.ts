import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { colorSchemeStore } from '../theme/theme-store.ts';
import { axeViolations } from './axe.fixture.ts';
import { tabTo } from './keys.fixture.ts';

export interface KeyboardOpening {
  /** What the keyboard is led to, inside a place. */
  readonly from: string;
  /** What opens it. */
  readonly keys?: string;
  /** What is seen then, anywhere on the page. */
  readonly opened: string;
  /** Where the keyboard is at the end, if not where it was. */
  readonly back?: string;
  /** What is done with it by keys, and what comes of it. */
  readonly work?: { readonly keys: string; readonly result: () => Promise<void> };
}

/** Opened by keys alone, fit for everybody in light and dark, worked, and shut by Escape with the keyboard back where it was. */
export const expectKeyboardOpening = async (
  host: HTMLElement,
  { from, keys = '{Enter}', opened, work, back = from }: KeyboardOpening,
): Promise<void> => {
  const start = () => host.querySelector(from);
  const open = async () => {
    await expect.poll(start, { message: `nothing is ${from}` }).not.toBeNull();
    await tabTo(page.elementLocator(start() ?? host));
    await userEvent.keyboard(keys);
    await expect.poll(() => isSeen(opened), { message: 'it does not open' }).toBe(true);
  };
  await open();
  expect(await violationsInBothLooks()).toEqual([]);
  if (work) {
    await userEvent.keyboard(work.keys);
    await work.result();
    if (!isSeen(opened)) await open();
  }
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => isSeen(opened), { message: 'it does not shut' }).toBe(false);
  const elsewhere = () => (document.activeElement === host.querySelector(back) ? '' : document.activeElement?.outerHTML.slice(0, 200));
  await expect.poll(elsewhere, { message: 'the keyboard is elsewhere' }).toBe('');
};

const isSeen = (selector: string): boolean =>
  [...document.querySelectorAll(selector)].some((element) => element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }));

/** What stands on the page now, looked at by night and by day. */
const violationsInBothLooks = async (): Promise<readonly string[]> => {
  const violations: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    colorSchemeStore.set(colorScheme);
    document.documentElement.dataset['look'] = colorScheme;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    violations.push(...(await axeViolations()).map((line) => `${colorScheme}: ${line}`));
  }
  return violations;
};
