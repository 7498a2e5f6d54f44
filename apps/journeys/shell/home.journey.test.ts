import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { rulesOf, axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, waitForTab } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const pile = { cpType: 1, protocol: 1, gunCount: 2, cpPower: '60.0', accountMinAmount: '1.00' };
  await network.tenant.ok(pileApi.add, { ...pile, cpCode: 'HOME-N1', cpName: 'Northern fast', stationId: network.stations['North One'] });
  await network.tenant.ok(pileApi.add, { ...pile, cpCode: 'HOME-S1', cpName: 'Southern fast', stationId: network.stations['South One'] });
});
afterAll(() => site?.close());

const enter = async (who: Person = tenantPerson, options = {}) => {
  const visitor = await site.enter(who, '/', options);
  await visitor.page.getByRole('heading', { name: `${who.username} person` }).waitFor();
  return visitor;
};
const boxOf = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const optionsOf = (page: Page): Promise<readonly string[]> => page.getByRole('option').locator('> span').allInnerTexts();

test('the start page counts what lies in the own scope, where alone the search finds, and leads on', async () => {
  const { page, pageFaults } = await enter();
  expect(routeOf(page)).toBe('/dashboard/analysis');
  expect(await page.title()).toBe('ChargeOps');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByText('4 stations').waitFor();
  await today.getByText('0 of 2 piles online').waitFor();
  const north = await enter(northPerson);
  await north.page.getByRole('region', { name: 'Today' }).getByText('0 of 1 piles online').waitFor();
  await north.page.getByRole('button', { name: 'Search' }).click();
  await boxOf(north.page).fill('ern fast');
  await expect.poll(() => optionsOf(north.page)).toEqual(['Northern fast']);
  await boxOf(north.page).press('Escape');
  expect(await boxOf(north.page).count()).toBe(0);
  await page.getByRole('region', { name: 'Your pages' }).getByRole('link', { name: 'Stations' }).click();
  await waitForTab(page, 'Stations');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('pages are found in every language, rows by name or code', async () => {
  const { page, pageFaults } = await enter();
  await page.keyboard.press('Control+k');
  await page.getByText('Type what you are looking for').waitFor();
  await boxOf(page).fill('充电订单');
  await expect.poll(() => optionsOf(page)).toEqual(['Charging orders']);
  await boxOf(page).fill('nothing is called this');
  await page.getByText('Nothing was found').waitFor();
  await boxOf(page).fill('ern fast');
  await expect.poll(async () => (await optionsOf(page)).toSorted()).toEqual(['Northern fast', 'Southern fast']);
  await boxOf(page).fill('home-s');
  await expect.poll(() => optionsOf(page)).toEqual(['Southern fast']);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('HOME-S1').first().waitFor();
  expect(routeOf(page)).toBe('/network/pile?view=HOME-S1');
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('arrows walk through the hits, and a page that is open is shown as it was left', async () => {
  const { page } = await enter();
  await page.goto(`${site.product.url}/#/network/station?stationName=South`);
  await waitForTab(page, 'Stations');
  await page.goto(`${site.product.url}/#/dashboard/analysis`);
  await page.keyboard.press('Control+k');
  await boxOf(page).fill('sta');
  await expect.poll(async () => (await optionsOf(page)).slice(0, 2)).toEqual(['Stations', 'Station tags']);
  await page.keyboard.press('ArrowDown');
  expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Station tags');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => routeOf(page)).toBe('/network/station?stationName=South');
});

test('a phone searches in a dialog', async () => {
  const { page } = await enter(tenantPerson, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('dialog', { name: 'Search' }).getByRole('combobox').fill('agents');
  await page.getByRole('option', { name: 'Agents' }).click();
  await expect.poll(() => routeOf(page)).toBe('/network/agent');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the language is switched without signing out, and the menu speaks it', async () => {
  const { page } = await enter();
  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByRole('menuitem', { name: 'Switch language' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch language' });
  await dialog.getByText('简体中文').click();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: '首页' }).first().waitFor();
  await page.getByRole('region', { name: '您的页面' }).getByRole('link', { name: '站点管理' }).waitFor();
  expect(await page.evaluate(() => [localStorage.getItem('BROWSER_LANG'), document.documentElement.lang])).toEqual(['zh_CN', 'zh-CN']);
  await page.reload();
  await page.getByRole('region', { name: '您的页面' }).waitFor();
});

test('the software within is listed as it was installed, with its licences', async () => {
  const { page, pageFaults } = await enter();
  await page.goto(`${site.product.url}/#/system/software`);
  await page.getByRole('searchbox', { name: 'Search by name or licence' }).fill('react-router');
  const row = page.getByRole('row', { name: /react-router/ });
  await row.getByText('MIT', { exact: true }).waitFor();
  await expect.poll(() => page.locator('.co-pane:visible tbody tr[data-row-key]').count()).toBe(1);
  await row.getByRole('button').click();
  await page.getByText('Permission is hereby granted').waitFor();
  await page.getByRole('tab', { name: 'On the server' }).click();
  await page.getByText('Nothing matches these filters').waitFor();
  const [help] = await Promise.all([
    page.context().waitForEvent('page'),
    (async () => {
      await page.getByRole('button', { name: 'tenant person' }).click();
      await page.getByRole('link', { name: 'Help' }).click();
    })(),
  ]);
  await help.getByRole('heading', { name: 'Help' }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test.each([
  { look: 'light', judged: 'all' },
  { look: 'dark', judged: 'look' },
] as const)('start page and search are read by everybody, $look', async ({ look, judged }) => {
  const { page } = await enter(tenantPerson, { settings: { DEFAULT_DARK_MODE: look } });
  await page.getByRole('region', { name: 'Today' }).waitFor();
  expect(await axeViolations(page, 'html', rulesOf[judged])).toEqual([]);
  await page.keyboard.press('Control+k');
  await boxOf(page).fill('north');
  await expect.poll(async () => (await optionsOf(page)).length).toBeGreaterThan(1);
  expect(await axeViolations(page, 'html', rulesOf[judged])).toEqual([]);
});
