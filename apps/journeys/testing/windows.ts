import path from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { openBrowser } from '#kit/test/browser.ts';
import { PATIENCE_MS } from '#kit/test/patience.ts';

/** A page that looks like the first in a new browser, with the given entries in its local storage. */
export interface WindowOptions extends Omit<BrowserContextOptions, 'storageState' | 'extraHTTPHeaders'> {
  /** The origin of the product. */
  readonly origin: string;
  /** Entries of the local storage by their keys. */
  readonly storage: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** One browser for all files of a thread, because a start costs as much as two contexts. It ends with the thread. */
let opening: Promise<Browser> | undefined;
export const sharedBrowser = (): Promise<Browser> => (opening ??= openBrowser());

/** Pages that no test uses, by the options of their contexts. To use one again costs half of a new context. */
const idlePages = new Map<string, Page[]>();

/** A page for the current test. A later test may use it again when this one passes. */
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
    if (!isFine && !page.isClosed())
      await page.screenshot({ path: path.join(SCREENSHOTS, `${task.name.replaceAll(/\W+/g, '-')}-${++screenshots}.png`) });
    if (isFine && (await resetPage(page))) idlePages.set(kind, [...(idlePages.get(kind) ?? []), page]);
    else await page.context().close();
  });
  return page;
};

/** Screenshots of the pages of failed tests, which are numbered, because a test may have several pages. */
const SCREENSHOTS = path.resolve('.cache/journeys');
let screenshots = 0;

/** With reduced motion, because animations take a sixth of the processor time. Component tests run with animations. */
const newWindow = async (options: BrowserContextOptions): Promise<Page> => {
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context.newPage();
};

/** Takes listeners, routes, cookies and other pages away. False when the page was closed. */
const resetPage = async (page: Page): Promise<boolean> => {
  if (page.isClosed()) return false;
  for (const other of page.context().pages()) if (other !== page) await other.close();
  for (const what of ['console', 'dialog', 'pageerror', 'request', 'response', 'websocket'] as const) page.removeAllListeners(what);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A page with unsaved work asks before it is left.
  page.once('dialog', (question) => void question.accept());
  await page.goto('about:blank');
  page.removeAllListeners('dialog');
  await page.context().clearCookies();
  return true;
};
