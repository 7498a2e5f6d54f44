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
  /** What the browser has kept from before, by the names under which it keeps it. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The product and a browser in front of it; close it in afterAll. */
export interface TestSite {
  readonly product: Product;
  /** Somebody at a browser of their own, with a wide window and English unless told otherwise. */
  readonly visitor: (options?: VisitorOptions) => Promise<Visitor>;
  /** Opens a page as a user whose browser is already signed in; the sign-in journeys cover signing in. */
  readonly enter: (who: Person, place: string, options?: VisitorOptions) => Promise<Visitor>;
  /** Stops the product and starts it again on its data and its ports. */
  readonly restart: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** On a copy of the standing stage; `env` sets what an operator would set. */
export const openTestSite = async (env: Readonly<Record<string, string>> = {}): Promise<TestSite> => {
  const data = await dataFolder();
  const { folder, adminPassword } = inject('seeded');
  await promisify(execFile)('cp', ['-a', `${folder}/.`, data.folder]);
  const start = async (more: Readonly<Record<string, string>>): Promise<Product> => ({
    ...(await startProduct(data.folder, { ...env, ...more })),
    adminPassword,
  });
  // A product with other settings may answer the same address otherwise, so it gets an address of its own.
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
      // Consent is asked for in a journey of its own.
      storage: { [storageKeys.privacy]: PROGRAM_PRIVACY, ...settings },
      // As through a proxy, each from an address of their own: what one does wrong makes nobody else move the slider.
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
    restart: async () => {
      const { http, ocpp, pile } = product.ports;
      await product.stop();
      product = await start({ PORT: String(http), OCPP_PORT: String(ocpp), PILE_PORT: String(pile) });
    },
    close: async () => {
      const code = await product.stop();
      if (isUsual) returnPort(product.ports.http);
      await data.remove();
      // Browsers, piles and journeys came and went; the product has to leave in good order all the same.
      expect(code, product.output()).toBe(0);
    },
  };
};

/** What a browser keeps of a session that was begun with it. */
const signedIn = async (url: string, who: Person, userAgent: string): Promise<Readonly<Record<string, string>>> => {
  const { token, userInfo } = await callerOf(url, '', { 'user-agent': userAgent }).ok(sessionApi.login, who);
  return {
    [storageKeys.token]: JSON.stringify({ token, until: Date.now() + SESSION_MS }),
    [storageKeys.viewer]: JSON.stringify(userInfo),
    [storageKeys.username]: who.username,
  };
};
const SESSION_MS = 3_600_000;

/** The menu stands as soon as the server has said who it is, on a phone the name of the page. */
export const waitForFrame = (page: Page): Promise<void> =>
  page.getByRole('navigation').or(page.locator('.co-menu, .co-crumbs-phone')).first().waitFor();

/** Somebody ends the session of a page from elsewhere in the same browser; the page's bell learns of it by itself. */
export const endSessionElsewhere = async (page: Page): Promise<void> => {
  const kept: unknown = JSON.parse((await page.evaluate((key) => localStorage.getItem(key), storageKeys.token)) ?? 'null');
  const { method, path: place } = sessionApi.logout;
  const answer = await page
    .context()
    .request.fetch(new URL(`${BASE_PATH}${place}`, page.url()).href, { method, headers: { 'X-Access-Token': textAt(kept, 'token') } });
  expect(answer.ok()).toBe(true);
};

/** The address behind the hash. */
export const routeOf = (page: Page): string => new URL(page.url()).hash.slice(1);

/** Signs in by the form, wherever the page is. */
export const signIn = async (page: Page, { username, password }: { readonly username: string; readonly password: string }): Promise<void> => {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitForFrame(page);
};

/** The rows of the list that is shown, head and measure left out; other tabs keep theirs. */
export const rowsOf = (page: Page): Locator => page.locator('.co-table:visible tbody tr[data-row-key]');
export const rowOf = (page: Page, words: string): Locator => rowsOf(page).filter({ hasText: words });

/** Chooses in a picker by its label, typing a part of the option where that narrows the list. */
export const chooseOption = async (box: Locator, label: string, option: string): Promise<void> => {
  const picker = box.getByLabel(label, { exact: true }).and(box.page().getByRole('combobox'));
  await picker.click();
  if (await picker.isEditable()) await picker.pressSequentially(option);
  await box.page().locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: option }).first().click();
};

/** The toast that tells of something, gone again at the end. */
export const toast = (page: Page, words: string): Locator => page.locator('.ant-message-notice').filter({ hasText: words });

/** Waits until the tab of a title is the one that is shown; pages of others stay behind it. */
export const waitForTab = (page: Page, title: string): Promise<void> => page.locator('.co-tab-on', { hasText: title }).waitFor();
