import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, routeOf, rowOf, rowsOf, waitForTab, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

const KEPT = 8;

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const enter = async () => {
  const visitor = await site.enter(tenantPerson, '/network/station');
  const { page } = visitor;
  await rowOf(page, 'North One').waitFor();
  return visitor;
};
const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(`${site.product.url}/#${path}`);
  await page.locator('.co-pane:visible').waitFor();
};
const tab = (page: Page, title: string): Locator => page.getByRole('navigation', { name: 'Open pages' }).getByRole('link', { name: title });
const titles = async (page: Page): Promise<readonly string[]> => (await page.locator('.co-tab').allInnerTexts()).slice(1);
const fromMenuOf = async (page: Page, title: string, entry: string): Promise<void> => {
  await tab(page, title).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
const question = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Your changes are not saved' });

test('a half-filled form waits in its tab while others are loaded anew, is guarded there, and is gone only when somebody agrees', async () => {
  const { page, pageFaults } = await enter();
  await page.getByRole('button', { name: 'Add' }).click();
  const form = page.getByRole('dialog', { name: 'Add Station' });
  await form.getByLabel('Station name').fill('Half Done');
  await form.getByLabel('Address').fill('Somewhere 1');
  // Menu and tabs can be used while a form is open.
  await page.getByRole('menuitem', { name: 'Agents' }).click();
  await waitForTab(page, 'Agents');
  await rowOf(page, 'North Agent').waitFor();
  expect(await form.count()).toBe(0);
  await page.getByRole('button', { name: 'Add' }).click();
  const second = page.getByRole('dialog', { name: 'Add Agent' });
  await second.getByLabel('Agent name').fill('Other Half');
  for (let turn = 0; turn < 3; turn += 1) {
    await tab(page, 'Stations').click();
    expect(await form.getByLabel('Station name').inputValue()).toBe('Half Done');
    expect(await form.getByLabel('Address').inputValue()).toBe('Somewhere 1');
    await tab(page, 'Agents').click();
    expect(await second.getByLabel('Agent name').inputValue()).toBe('Other Half');
  }
  // A hidden tab with unsaved work is shown before it is closed.
  await fromMenuOf(page, 'Agents', 'Close others');
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  expect(await form.getByLabel('Station name').inputValue()).toBe('Half Done');
  expect(await titles(page)).toEqual(['Stations', 'Agents']);
  await fromMenuOf(page, 'Stations', 'Close');
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => titles(page)).toEqual(['Agents']);
  expect(await second.getByLabel('Agent name').inputValue()).toBe('Other Half');
  await go(page, '/network/station');
  const filter = page.locator('.co-pane:visible').getByRole('textbox', { name: 'Station name' });
  await filter.fill('typed and not asked for');
  await fromMenuOf(page, 'Stations', 'Reload');
  await expect.poll(() => filter.inputValue()).toBe('');
  await tab(page, 'Agents').click();
  expect(await second.getByLabel('Agent name').inputValue()).toBe('Other Half');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the keyboard walks the strip; tabs are closed to the left, to the right and around, and home never is', async () => {
  const { page, pageFaults } = await enter();
  const open = async () => {
    for (const path of ['/network/station', '/network/agent', '/network/pile', '/customer/customer']) await go(page, path);
    await expect.poll(() => titles(page)).toEqual(['Stations', 'Agents', 'Piles', 'Customers']);
  };
  await open();
  await fromMenuOf(page, 'Agents', 'Close to the left');
  await expect.poll(() => titles(page)).toEqual(['Agents', 'Piles', 'Customers']);
  expect(routeOf(page)).toBe('/network/agent');
  await tab(page, 'Customers').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect.poll(() => routeOf(page)).toBe('/network/pile');
  await page.keyboard.press('Delete');
  await expect.poll(() => titles(page)).toEqual(['Agents', 'Customers']);
  expect(routeOf(page)).toBe('/customer/customer');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Customers');
  await page.keyboard.press('Home');
  expect(await page.evaluate(() => document.activeElement?.closest('li')?.previousElementSibling)).toBeNull();
  await go(page, '/network/pile');
  await go(page, '/network/agent');
  await fromMenuOf(page, 'Customers', 'Close to the right');
  await expect.poll(() => titles(page)).toEqual(['Agents', 'Customers']);
  await fromMenuOf(page, 'Customers', 'Close');
  await expect.poll(() => titles(page)).toEqual(['Agents']);
  expect(await page.title()).toBe('Agents - ChargeOps');
  const home = page.locator('.co-tab').first().getByRole('link');
  await home.press('Delete');
  await toast(page, 'The home page cannot be closed').waitFor();
  await home.click();
  await fromMenuOf(page, await home.innerText(), 'Close others');
  await expect.poll(() => titles(page)).toEqual([]);
  expect(await page.title()).toBe('ChargeOps');
  await page.getByRole('button', { name: 'Page actions' }).click();
  await page.getByRole('menuitem', { name: 'Close', exact: true }).click();
  await toast(page, 'This is the last page and cannot be closed').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a loaded window has its tabs again, each with its own filters; another person has none of them', async () => {
  const { page } = await enter();
  await go(page, '/network/station?stationName=South');
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await go(page, '/network/agent');
  await page.reload();
  await rowOf(page, 'North Agent').waitFor();
  expect(await titles(page)).toEqual(['Stations', 'Agents']);
  await tab(page, 'Stations').click();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(routeOf(page)).toBe('/network/station?stationName=South');
  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(`${site.product.url}/#/user/login`);
  await signIn(page, { username: 'north', password: tenantPerson.password });
  await page.locator('.co-tab').first().waitFor();
  expect(await titles(page)).toEqual([]);
});

test('a hidden page asks for nothing and hears nothing', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  const sent: string[] = [];
  page.on('websocket', (line) => line.on('framesent', ({ payload }) => sent.push(String(payload))));
  await page.goto(`${site.product.url}/#/monitor/charging`);
  await signIn(page, tenantPerson);
  // The bell in the header stays subscribed; the list subscribes to its rows.
  const messages = (type: string) => sent.filter((text) => text.includes(`"${type}"`) && !/notice|rows:/.test(text));
  // The page subscribes to each of its stations when it has loaded them.
  let watched = 0;
  const isStill = (): boolean => {
    const before = watched;
    watched = messages('watch').length;
    return watched > 0 && watched === before;
  };
  await expect.poll(isStill, { interval: 700 }).toBe(true);
  await go(page, '/network/agent');
  await rowOf(page, 'North Agent').waitFor();
  await expect.poll(() => messages('unwatch').length).toBe(watched);
  await page.goBack();
  await expect.poll(() => messages('watch').length).toBe(2 * watched);
});

test('a phone shows one page at a time, and asks before work is lost', async () => {
  const { page } = await site.enter(tenantPerson, '/network/agent', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByText('North Agent').waitFor();
  await go(page, '/network/station');
  await page.getByText('North One').waitFor();
  await page.getByRole('banner').getByText('Stations', { exact: true }).waitFor();
  // The page before is not kept.
  await expect.poll(() => page.locator('.co-pane').count()).toBe(1);
  expect(await page.locator('.co-tab').count()).toBe(0);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('dialog', { name: 'Add Station' }).getByLabel('Station name').fill('On the road');
  await page.goBack();
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByRole('dialog', { name: 'Add Station' }).getByLabel('Station name').inputValue()).toBe('On the road');
});

test('going among kept pages draws none of them anew', async () => {
  const { page, pageFaults } = await enter();
  const paths = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('Access-Token') ?? '{}') as { token: string };
    const answer = await fetch('/jeecg-boot/sys/permission/getUserPermissionByToken', { headers: { 'X-Access-Token': token } });
    const { result } = (await answer.json()) as { result: { menu: { children?: { path: string; hidden?: boolean }[] }[] } };
    return result.menu.flatMap(({ children }) => children ?? []).flatMap(({ path, hidden }) => (hidden ? [] : [path]));
  });
  const kept = paths.slice(0, KEPT);
  expect(kept).toHaveLength(KEPT);
  for (const path of kept) {
    await go(page, path);
    await page.waitForFunction(() => !document.querySelector('.co-pane:not([style*="display: none"]) .ant-skeleton'));
  }
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    for (const pane of document.querySelectorAll('.co-pane')) pane.setAttribute('data-seen', '');
    for (const part of document.querySelectorAll('.co-pane main, .co-pane .co-list, .co-pane table')) part.setAttribute('data-seen', '');
  });
  const marked = await page.locator('[data-seen]').count();
  for (const path of kept) {
    await page.locator(`.co-tab > a:is([href$="#${path}"], [href*="#${path}?"])`).click();
    await expect.poll(() => routeOf(page).split('?')[0]).toBe(path);
    expect(await page.locator('.co-pane:visible[data-seen]').count()).toBe(1);
  }
  expect(await page.locator('[data-seen]').count()).toBe(marked);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
