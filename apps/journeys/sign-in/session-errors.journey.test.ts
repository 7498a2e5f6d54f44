import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, routeOf, rowsOf, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openStations = async (settings: Readonly<Record<string, string>> = {}): Promise<Page> => {
  const { page } = await site.enter(tenantPerson, '/network/station?stationName=North', { settings });
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  return page;
};

const API = '**/jeecg-boot/**';
const refusing = (status: number, message: string) => (route: Route) =>
  route.fulfill({ status, json: { success: false, code: status, message, result: null, timestamp: Date.now() } });
const refreshes = async (page: Page, times: number) => {
  for (let n = 0; n < times; n++) await page.getByRole('button', { name: 'Refresh' }).click({ force: true });
};

test('many refusals at once that mean an ended session show one dialog, and it leads back to the same page', async () => {
  const page = await openStations();
  const place = routeOf(page);
  await page.route(API, refusing(500, 'Token is invalid, please sign in again'));
  // The menu, the list and what else a page asks for when it comes back to the front.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await refreshes(page, 5);
  const dialog = page.getByRole('dialog').filter({ hasText: 'Your sign-in has expired' });
  await dialog.waitFor();
  await refreshes(page, 5);
  await expect.poll(() => dialog.count()).toBe(1);
  // What the sign-in had to say of departments may still stand there.
  expect(
    await page
      .locator('.ant-message-notice')
      .filter({ hasNotText: /department|Welcome/ })
      .count(),
  ).toBe(0);
  await page.unroute(API);
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByText('Your session has ended').waitFor();
  await signIn(page, tenantPerson);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(routeOf(page)).toBe(place);
});

test('a file that is refused because the session is over is understood as such', async () => {
  const page = await openStations();
  await page.route('**/exportXls*', refusing(500, 'Token失效，请重新登录'));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog').filter({ hasText: 'Your sign-in has expired' });
  await dialog.waitFor();
  await expect.poll(() => dialog.count()).toBe(1);
});

test('a page whose code an upgrade took away says so, and a reload brings the new one', async () => {
  const page = await openStations();
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: 'nothing' }));
  await page.goto(`${site.product.url}/#/network/agent`);
  await page.getByRole('heading', { name: 'A new version is out. Please reload the page' }).waitFor();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
});

test('a 401 says so and leaves by itself after a moment', async () => {
  const page = await openStations();
  const shown: { readonly count: number; readonly route: string }[] = [];
  await page.exposeFunction('onShown', (count: number, route: string) => shown.push({ count, route }));
  await page.evaluate(watchMessages, 'You are no longer authorised');
  await page.route(API, refusing(401, 'Token is invalid, please sign in again'));
  // In the page, because it leaves soon after the first refusal.
  await page.getByRole('button', { name: 'Refresh' }).evaluate(async (button: HTMLElement) => {
    for (let n = 0; n < 4; n++) {
      button.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.getByText('Your session has ended').waitFor();
  expect(shown.length).toBeGreaterThan(0);
  for (const { count, route } of shown) expect([count, route]).toEqual([1, expect.stringContaining('/network/station')]);
});

/** In the page: tells of each change while messages with these words stand there. */
const watchMessages = (words: string): void => {
  const report = (): void => {
    const count = [...document.querySelectorAll('.ant-message-notice')].filter(({ textContent }) => textContent?.includes(words)).length;
    if (count > 0) (window as unknown as { onShown: (count: number, route: string) => void }).onShown(count, location.hash);
  };
  new MutationObserver(report).observe(document.body, { childList: true, subtree: true });
};

const tongues = [
  { locale: 'en-US', refresh: 'Refresh', words: 'No access', language: 'en_US' },
  { locale: 'zh-CN', refresh: '刷新', words: '没有访问权限', language: 'zh_CN' },
  { locale: 'zh-TW', refresh: '重新整理', words: '沒有存取權限', language: 'zh_TW' },
] as const;

// Side by side, since each sits through its four seconds.
test('a 403 is one notification of four seconds, in three languages', async () => {
  const pages: Page[] = [];
  for (const { language } of tongues) pages.push(await openStations({ BROWSER_LANG: language }));
  const counts = await Promise.all(tongues.map((tongue, at) => seesRefusal(pages[at]!, tongue)));
  expect(counts).toEqual(tongues.map(() => 1));
});

/** Answers how many notifications stood there at once; they are gone when it does. */
const seesRefusal = async (page: Page, { refresh, words }: (typeof tongues)[number]): Promise<number> => {
  await page.route('**/sseStation/list*', refusing(403, 'station:list'));
  for (let n = 0; n < 3; n++) await page.getByRole('button', { name: refresh }).click({ force: true });
  const notice = page.locator('.ant-notification-notice').filter({ hasText: words });
  await notice.waitFor();
  const count = await notice.count();
  await notice.first().waitFor({ state: 'detached' });
  return count;
};

const failures = [
  ['404 of a proxy', (route: Route) => route.fulfill({ status: 404, body: 'nothing' }), 'Resource not found'],
  ['504 of a proxy', (route: Route) => route.fulfill({ status: 504, body: 'late' }), 'The request timed out'],
  ['line that is cut', (route: Route) => route.abort(), 'No connection. Check the network'],
  ['word of the server', refusing(500, 'The books are closed today'), 'The books are closed today'],
] as const;

test('what fails on the way is told once, as a warning over the rows that were read before', async () => {
  const page = await openStations();
  for (const [what, answer, words] of failures) {
    await page.route('**/exportXls*', answer);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await toast(page, words).waitFor();
    await page.unroute('**/exportXls*');
    await expect.poll(() => rowsOf(page).count(), { message: what }).toBe(2);
  }
});
