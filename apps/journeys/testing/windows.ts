import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openBrowser } from '#kit/test/browser.ts';

/** A window in which nobody has been, as far as pages can tell: with what they had kept there, if told so. */
export interface WindowOptions extends Omit<BrowserContextOptions, 'storageState' | 'extraHTTPHeaders'> {
  /** Where pages will come from. */
  readonly origin: string;
  /** What the browser has kept of them, by name. */
  readonly storage: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** One browser for all files of a thread: each costs as much as two windows. It goes with the thread. */
let opening: Promise<Browser> | undefined;
export const sharedBrowser = (): Promise<Browser> => (opening ??= openBrowser());

/** Those that stand empty, by what they were opened with. A page that is led elsewhere costs half of a new window. */
const idlePages = new Map<string, Page[]>();

/** A window for the test that runs; the next one may have it after. */
export const openWindow = async ({ origin, storage, headers, ...options }: WindowOptions): Promise<Page> => {
  const { viewport, ...fixed } = options;
  const kind = JSON.stringify(fixed);
  const page = idlePages.get(kind)?.pop() ?? (await newWindow(options));
  await page.context().setExtraHTTPHeaders(headers);
  if (viewport) await page.setViewportSize(viewport);
  await page.goto(`${origin}/mark.svg`);
  await page.evaluate((entries) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, Object.entries(storage));
  onTestFinished(async ({ task }) => {
    const isFine = task.result?.state === 'pass';
    if (!isFine && !page.isClosed()) await page.screenshot({ path: path.join(SCREENSHOTS, `${task.name.replaceAll(/\W+/g, '-')}.png`) });
    if (isFine && (await resetPage(page))) idlePages.set(kind, [...(idlePages.get(kind) ?? []), page]);
    else await page.context().close();
  });
  return page;
};

/** What a journey saw when it failed. */
const SCREENSHOTS = path.resolve('.cache/journeys');

/** Everybody has asked for less motion: to draw what moves takes a sixth of the processor, and components are tested with it. */
const newWindow = async (options: BrowserContextOptions): Promise<Page> => {
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(WAIT_MS);
  return context.newPage();
};

/** How long a page may take to show what a journey waits for, on a machine that is busy with other tests. */
const WAIT_MS = 15_000;

/** Nobody is in it any more, nothing listens and nothing is in the way; whether it could be left so. */
const resetPage = async (page: Page): Promise<boolean> => {
  if (page.isClosed()) return false;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  for (const what of ['console', 'dialog', 'pageerror', 'request', 'response', 'websocket'] as const) page.removeAllListeners(what);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page may ask whether work is to be thrown away.
  page.once('dialog', (question) => void question.accept());
  await page.goto('about:blank');
  page.removeAllListeners('dialog');
  await page.context().clearCookies();
  return true;
};
