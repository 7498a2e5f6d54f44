import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, routeOf, rowOf, rowsOf, waitForFrame, waitForTab, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

const MENU = '**/sys/permission/getUserPermissionByToken*';

/** Another system that the operator trusts; it answers from here. */
const FRIEND = 'https://maps.example';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ FRAME_ORIGINS: FRIEND });
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

/** The server's own answer with entries an administrator might add. */
const withEntries = async (page: Page, entries: readonly object[]): Promise<void> => {
  await page.route(MENU, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { result: { menu: object[] } };
    answer.result.menu.push(...entries);
    await route.fulfill({ response, json: answer });
  });
};
const entry = (path: string, title: string, { meta, ...more }: { readonly meta?: object } & Readonly<Record<string, unknown>>) => ({
  id: path,
  path,
  component: 'layouts/RouteView',
  route: '1',
  meta: { title, ...meta },
  ...more,
});

test('entries that lead out, into a frame, to one page for all, or nowhere', async () => {
  const { page, pageFaults } = await site.visitor();
  await page.route(`${FRIEND}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>A map</h1>' }));
  await withEntries(page, [
    entry('/links', 'Links', {
      children: [entry('/out', 'Elsewhere', { meta: { internalOrExternal: true, url: '{{origin}}{{basePath}}/v3/api-docs?of={{userId}}' } })],
    }),
    entry('/frame', 'In a frame', { component: 'layouts/IframePageView', meta: { url: `${FRIEND}/live?of={{userId}}` } }),
    entry('/all', 'All in one', { alwaysShow: true, children: [entry('/all/agent', 'Same agents', { component: 'network/AgentList' })] }),
    entry('/evil', 'Evil', { meta: { internalOrExternal: true, url: '{{token}}' } }),
    entry('/none', 'No page', { route: '0' }),
    entry('/lost', 'Nobody’s page', { component: 'nobody/Nothing' }),
  ]);
  await page.goto(`${site.product.url}/#/network/station`);
  await signIn(page, tenantPerson);
  await rowOf(page, 'North One').waitFor();
  await page.getByRole('menuitem', { name: 'Links' }).click();
  const [beside] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('menuitem', { name: 'Elsewhere' }).click()]);
  expect(new URL(beside.url()).pathname).toBe('/jeecg-boot/v3/api-docs');
  expect(new URL(beside.url()).searchParams.get('of')).toMatch(/^\d+$/u);
  expect(await beside.evaluate(() => window.opener === null)).toBe(true);
  await beside.close();
  expect(routeOf(page)).toBe('/network/station');
  // By keys as well.
  const [again] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  expect(new URL(again.url()).pathname).toBe('/jeecg-boot/v3/api-docs');
  await again.close();
  await page.getByRole('menuitem', { name: 'In a frame' }).click();
  const frame = page.locator('iframe[title="In a frame"]');
  expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
  expect(await frame.getAttribute('src')).toMatch(/^https:\/\/maps\.example\/live\?of=\d+$/u);
  await page.frameLocator('iframe[title="In a frame"]').getByRole('heading', { name: 'A map' }).waitFor();
  await page.getByRole('menuitem', { name: 'All in one' }).click();
  await waitForTab(page, 'Same agents');
  await rowOf(page, 'North Agent').waitFor();
  // Where one is already one need not go, nor come back from.
  const entries = await page.evaluate(() => history.length);
  await page.getByRole('menuitem', { name: 'All in one' }).click();
  expect(await page.evaluate(() => history.length)).toBe(entries);
  await page.getByRole('menuitem', { name: 'Nobody’s page' }).click();
  await page.getByRole('heading', { name: 'Cannot find module nobody/Nothing' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Evil' }).getByRole('link').count()).toBe(0);
  await page.getByRole('menuitem', { name: 'No page' }).click();
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  await expect.poll(() => routeOf(page)).toBe('/404');
  await page.getByRole('button', { name: 'Go home' }).click();
  await page.getByRole('heading', { name: /tenant person/ }).waitFor();
  await expect.poll(() => routeOf(page)).toBe('/dashboard/analysis');
  expect(pageFaults.foreignRequests.filter((url) => !url.startsWith(FRIEND))).toEqual([]);
  expect(pageFaults.errors).toEqual([]);
});

test.each(['no answer', 'no permissions'])('with %s for a menu one is signed out, and comes back to the same page', async (trouble) => {
  const { page } = await site.visitor();
  await page.route(MENU, async (route) => {
    if (trouble === 'no answer') return route.abort();
    return route.fulfill({ json: { success: true, code: 200, message: '', timestamp: 0, result: { menu: [], auth: null } } });
  });
  await page.goto(`${site.product.url}/#/network/agent?agentName=North`);
  await page.getByLabel('Account', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('Password', { exact: true }).fill(tenantPerson.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Your menu could not be loaded').waitFor();
  expect(routeOf(page)).toBe(`/user/login?redirect=${encodeURIComponent('/network/agent?agentName=North')}`);
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
  await page.unroute(MENU);
  await signIn(page, tenantPerson);
  await rowOf(page, 'North Agent').waitFor();
  expect(routeOf(page)).toBe('/network/agent?agentName=North');
  // A menu that does not come in another language ends the session too, and says so in that one.
  await page.route(MENU, (route) => route.abort());
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('menuitem', { name: '简体中文' }).click();
  await page.getByText('菜单加载失败，请重新登录').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('Access-Token'))).toBeNull();
});

test('one root group is open at a time, and stays so behind a folded menu', async () => {
  const { page } = await site.enter(tenantPerson, '/network/station');
  const group = (name: string) => page.locator('.co-side').getByRole('menuitem', { name, exact: true });
  const open = async () => ({ network: await group('Agents').isVisible(), customers: await group('IC cards').isVisible() });
  await expect.poll(open).toEqual({ network: true, customers: false });
  await page.locator('.co-side .ant-menu-submenu-title', { hasText: 'Customers' }).click();
  await expect.poll(open).toEqual({ network: false, customers: true });
  await page.getByRole('button', { name: 'Fold the menu' }).click();
  await expect.poll(open).toEqual({ network: false, customers: false });
  await page.getByRole('button', { name: 'Unfold the menu' }).click();
  await expect.poll(open).toEqual({ network: false, customers: true });
});

test('the frame is there before the code of the first page, which is drawn when it arrives', async () => {
  const { page, pageFaults } = await site.enter(tenantPerson, '/dashboard/analysis');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/station.web-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${site.product.url}/#/network/station`);
  await page.reload();
  await waitForFrame(page);
  await page.locator('main .ant-skeleton').waitFor();
  expect(await rowsOf(page).count()).toBe(0);
  release();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  expect(pageFaults.errors).toEqual([]);
});
