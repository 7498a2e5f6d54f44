import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import { PROGRAM_PRIVACY, sessionApi } from '#domains/identity/resources.ts';
import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { watchPage } from '#kit/test/browser.ts';
import type { PageFaults } from '#kit/test/browser.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { callerOf } from '#kit/test/caller.ts';
import { storageKeys } from '#kit/web/storage.ts';
import type { Person } from './test-network.ts';
import { dataFolder, startProduct } from './product.ts';
import type { Product } from './product.ts';
import { returnPort, takePort } from './http-ports.ts';
import { openWindow, sharedBrowser } from './windows.ts';

export interface Visitor {
  readonly page: Page;
  readonly pageFaults: PageFaults;
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Entries of the local storage by their keys. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A running product and the browser of the thread. Close it in afterAll. */
export interface TestSite {
  readonly product: Product;
  /** A page of an empty browser context; 1440 x 900 pixels and English by default. */
  readonly visitor: (options?: VisitorOptions) => Promise<Visitor>;
  /** Opens a page as a user who is already signed in. Only the journeys in sign-in/ use the form. */
  readonly enter: (who: Person, place: string, options?: VisitorOptions) => Promise<Visitor>;
  /** Stops the product and starts it again with the same data and ports. */
  readonly restart: (how?: 'stop' | 'kill') => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts the product with a copy of the seeded data. `env` has the environment variables that an operator would set. */
export const openTestSite = async (env: Readonly<Record<string, string>> = {}): Promise<TestSite> => {
  const data = await dataFolder();
  const { folder, adminPassword } = inject('seeded');
  await promisify(execFile)('cp', ['-a', `${folder}/.`, data.folder]);
  const start = async (more: Readonly<Record<string, string>>): Promise<Product> => ({
    ...(await startProduct(data.folder, { ...env, ...more })),
    adminPassword,
  });
  // With other settings the same address may have another answer, which the browser must not take from its cache.
  const isUsual = Object.keys(env).length === 0;
  let product = await start(isUsual ? { PORT: String(await takePort()) } : {});
  const browser = await sharedBrowser();
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/${browser.version()} Safari/537.36`;
  let visitors = 0;
  const visitor = async ({ settings = {}, ...options }: VisitorOptions = {}): Promise<Visitor> => {
    const page = await openWindow({
      locale: 'en-US',
      viewport: { width: 1440, height: 900 },
      userAgent,
      ...options,
      origin: product.url,
      // privacy.journey.test.ts covers the consent.
      storage: { [storageKeys.privacy]: PROGRAM_PRIVACY, ...settings },
      // Each visitor has its own address, as behind a proxy: failed sign-ins of one demand the captcha of no other.
      headers: { 'x-forwarded-for': `192.0.2.${++visitors}` },
    });
    return { page, pageFaults: watchPage(page, product.url) };
  };
  return {
    product,
    visitor,
    enter: async (who, place, { settings = {}, ...options } = {}) => {
      const entered = await visitor({ ...options, settings: { ...settings, ...(await signedIn(product.url, who, userAgent)) } });
      await entered.page.goto(`${product.url}/#${place}`);
      await waitForFrame(entered.page);
      return entered;
    },
    restart: async (how = 'stop') => {
      const { http, ocpp, pile } = product.ports;
      await product[how]();
      product = await start({ PORT: String(http), OCPP_PORT: String(ocpp), PILE_PORT: String(pile) });
    },
    close: async () => {
      const code = await product.stop();
      if (isUsual) returnPort(product.ports.http);
      await data.remove();
      // Whatever the journeys did, the product must stop without an error.
      expect(code, product.output()).toBe(0);
    },
  };
};

/** Signs in over HTTP. Returns the entries of the local storage that the sign-in page would have written. */
const signedIn = async (url: string, who: Person, userAgent: string): Promise<Readonly<Record<string, string>>> => {
  const { token, userInfo } = await callerOf(url, '', { 'user-agent': userAgent }).ok(sessionApi.login, who);
  return {
    [storageKeys.token]: JSON.stringify({ token, until: Date.now() + SESSION_MS }),
    [storageKeys.viewer]: JSON.stringify(userInfo),
    [storageKeys.username]: who.username,
  };
};
const SESSION_MS = 3_600_000;

/** Waits for the menu, which appears when the server has answered who is signed in; on a phone for the title of the page. */
export const waitForFrame = (page: Page): Promise<void> =>
  page.getByRole('navigation').or(page.locator('.co-menu, .co-crumbs-phone')).first().waitFor();

/** Ends the session of a page by a request beside it, as another tab would. The page learns of it by its WebSocket. */
export const endSessionElsewhere = async (page: Page): Promise<void> => {
  const stored: unknown = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), storageKeys.token)) ?? 'null');
  const { method, path: place } = sessionApi.logout;
  const answer = await page
    .context()
    .request.fetch(new URL(`${BASE_PATH}${place}`, page.url()).href, { method, headers: { 'X-Access-Token': textAt(stored, 'token') } });
  expect(answer.ok()).toBe(true);
};

/** The part of the address after `#`. */
export const routeOf = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Signs in by the form, which must be open. */
export const signIn = async (page: Page, { username, password }: { readonly username: string; readonly password: string }): Promise<void> => {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitForFrame(page);
};

/** The rows of the list in the visible tab, without the head and the row that measures the columns. */
export const rowsOf = (page: Page): Locator => page.locator('.co-table:visible tbody tr[data-row-key]');
export const rowOf = (page: Page, words: string): Locator => rowsOf(page).filter({ hasText: words });

/** Opens the action on the selected rows that is in the menu of their bar. */
export const chooseBatchAction = async (page: Page, name: string): Promise<void> => {
  await page.locator('.co-toolbar:visible').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Chooses an option of the picker with a label. Types the option where the picker can be searched. */
export const chooseOption = async (box: Locator, label: string, option: string): Promise<void> => {
  const picker = box.getByLabel(label, { exact: true }).and(box.page().getByRole('combobox'));
  await picker.click();
  if (await picker.isEditable()) await picker.pressSequentially(option);
  await box.page().locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click();
};

/** The toast with a text; it disappears after some seconds. */
export const toast = (page: Page, words: string): Locator => page.locator('.ant-message-notice').filter({ hasText: words });

/** Waits until the tab with a title is the active one; the pages of other tabs stay in the document. */
export const waitForTab = (page: Page, title: string): Promise<void> => page.locator('.co-tab-on', { hasText: title }).waitFor();
