import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, rowOf } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const enter = async (options: Parameters<TestSite['enter']>[2] = {}) => {
  const visitor = await site.enter(tenantPerson, '/network/station', options);
  await rowOf(visitor.page, 'North One').waitFor();
  return visitor;
};
const openSettings = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'System settings' }).click();
  return page.getByRole('dialog', { name: 'System settings' });
};
const stored = (page: Page): Promise<Readonly<Record<string, string>>> =>
  page.evaluate(() => Object.fromEntries(Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('DEFAULT_'))));

test('nine settings and the dark mode hold at once, and after a reload', async () => {
  const { page, pageFaults } = await enter();
  const drawer = await openSettings(page);
  const flip = (name: string) => drawer.getByRole('switch', { name }).click();
  await flip('Dark mode');
  await drawer.getByLabel('Menu theme').getByText('Dark').click();
  await drawer.getByRole('button', { name: 'Purple' }).click();
  await flip('Colour-weak mode');
  await flip('Fixed side menu');
  await drawer.getByLabel('Menu', { exact: true }).getByText('Top').click();
  await drawer.getByLabel('Content width').getByText('Fluid').click();
  await flip('Hide header on scroll');
  await flip('Multi-tab mode');
  const looks = async () => ({
    dark: await page.evaluate(() => document.documentElement.dataset['look']),
    link: await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--co-primary').toLowerCase()),
    filter: await page.evaluate(() => getComputedStyle(document.documentElement).filter),
    side: await page.locator('.co-side').count(),
    topMenu: await page.locator('.co-menu-top').count(),
    tabs: await page.locator('.co-tab').count(),
    wide: await page.evaluate(() => (document.querySelector('.co-list')?.clientWidth ?? 0) > 1_300),
  });
  const chosen = { dark: 'dark', link: '#722ed1', filter: 'invert(0.8)', side: 0, topMenu: 1, tabs: 0, wide: true };
  await expect.poll(looks).toEqual(chosen);
  expect(await stored(page)).toEqual({
    DEFAULT_DARK_MODE: 'dark',
    DEFAULT_THEME: 'dark',
    DEFAULT_COLOR: '#722ED1',
    DEFAULT_COLOR_WEAK: 'true',
    DEFAULT_LAYOUT_MODE: 'topmenu',
    DEFAULT_CONTENT_WIDTH_TYPE: 'Fluid',
    DEFAULT_FIXED_HEADER_HIDDEN: 'true',
    DEFAULT_FIXED_SIDEMENU: 'false',
    DEFAULT_MULTI_PAGE: 'false',
  });
  await page.reload();
  await rowOf(page, 'North One').waitFor();
  expect(await looks()).toEqual(chosen);
  await (await openSettings(page)).getByRole('button', { name: 'Restore the defaults' }).click();
  await expect.poll(looks).toEqual({ dark: 'light', link: '#1890ff', filter: 'none', side: 1, topMenu: 0, tabs: 2, wide: false });
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the header stays, scrolls away, or hides after a hundred pixels and comes back', async () => {
  const { page } = await enter({ viewport: { width: 1440, height: 420 } });
  // A page that can be scrolled, whatever the list holds.
  await page.addStyleTag({ content: '.co-pane { min-height: 3000px }' });
  const topOf = () => page.evaluate(() => Math.round(document.querySelector('.co-header')?.getBoundingClientRect().top ?? NaN));
  const scrollTo = (y: number) => page.evaluate((to) => window.scrollTo(0, to), y);
  const again = async () => {
    // From the top: a browser takes a page that is loaded anew back to where it was, at a moment of its own.
    await scrollTo(0);
    await page.reload();
    await rowOf(page, 'North One').waitFor();
    await page.addStyleTag({ content: '.co-pane { min-height: 3000px }' });
  };
  await scrollTo(300);
  expect(await topOf()).toBe(0);
  await page.evaluate(() => localStorage.setItem('DEFAULT_FIXED_HEADER_HIDDEN', 'true'));
  await again();
  await scrollTo(90);
  await expect.poll(topOf).toBe(0);
  await scrollTo(300);
  await expect.poll(topOf).toBeLessThan(-40);
  await scrollTo(250);
  await expect.poll(topOf).toBe(0);
  await page.evaluate(() => localStorage.setItem('DEFAULT_FIXED_HEADER', 'false'));
  await again();
  // What still loads above may move the page by some pixels after it was scrolled.
  const topAt300 = () => scrollTo(300).then(topOf);
  await expect.poll(topAt300).toBe(-300);
});

test('the widths at which the menu folds and becomes a drawer', async () => {
  const { page } = await enter();
  const side = () => page.locator('.co-side').evaluate((aside) => Math.round(aside.getBoundingClientRect().width));
  expect(await side()).toBe(208);
  await page.getByRole('button', { name: 'Fold the menu' }).click();
  await expect.poll(side).toBe(80);
  await page.getByRole('button', { name: 'Unfold the menu' }).click();
  await expect.poll(side).toBe(208);
  await page.setViewportSize({ width: 1088, height: 800 });
  await expect.poll(side).toBe(208);
  await page.setViewportSize({ width: 1087, height: 800 });
  await expect.poll(side).toBe(80);
  await page.setViewportSize({ width: 767, height: 800 });
  await expect.poll(() => page.locator('.co-side').count()).toBe(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog').getByRole('menuitem', { name: 'Agents' }).click();
  await page.getByText('North Agent').first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test.each([
  { DEFAULT_DARK_MODE: 'light' },
  { DEFAULT_DARK_MODE: 'dark', DEFAULT_COLOR: '#FA541C' },
  { DEFAULT_THEME: 'dark', DEFAULT_COLOR: '#FAAD14' },
  { DEFAULT_THEME: 'dark', DEFAULT_LAYOUT_MODE: 'topmenu', DEFAULT_COLOR: '#52C41A' },
])('frame, tabs and settings are read by everybody with %j', async (chosen) => {
  const { page } = await enter({ settings: chosen });
  expect(await axeViolations(page)).toEqual([]);
  const drawer = await openSettings(page);
  await drawer.getByRole('switch').first().waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
