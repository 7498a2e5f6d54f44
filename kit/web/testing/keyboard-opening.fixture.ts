import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { colorSchemeStore } from '../theme/theme-store.ts';
import { axeViolations } from './axe.fixture.ts';
import { tabTo } from './keys.fixture.ts';

export interface KeyboardOpening {
  /** Selector of the element that gets the focus, inside `host`. */
  readonly from: string;
  /** The keys that open it; Enter by default. */
  readonly keys?: string;
  /** Selector of what is visible then, anywhere on the page. */
  readonly opened: string;
  /** Selector of the element with the focus at the end, if it is not `from`. */
  readonly back?: string;
  /** Keys to press while it is open, and the check of their result. */
  readonly work?: { readonly keys: string; readonly result: () => Promise<void> };
}

/** Opens something by keys, checks its accessibility by night and by day, works with it, and closes it by Escape, which must return the focus. */
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

/** The violations on the page by night and by day. */
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
