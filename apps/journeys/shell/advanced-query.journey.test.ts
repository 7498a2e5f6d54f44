import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pileApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { chooseOption, openTestSite, routeOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';
import { downloadedCells } from '../testing/workbook.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  await addPile('NO-01', 'North One', '60');
  await addPile('NO-02', 'North Two', '120');
  await addPile('SO-01', 'South One', '120');
  await addPile('SO-02', 'South Two', '180');
});
afterAll(() => site?.close());

const addPile = (cpCode: string, home: keyof TestNetwork['stations'], cpPower: string) =>
  network.tenant.ok(pileApi.add, {
    cpCode,
    stationId: network.stations[home],
    cpName: `Pile ${cpCode}`,
    cpType: 1,
    gunCount: 1,
    cpPower,
    accountMinAmount: '1.00',
  });
const openPiles = async (who: Person, query = '', phone = false) => {
  const visitor = await site.enter(who, `/network/pile${query}`, phone ? { viewport: { width: 390, height: 844 } } : {});
  return visitor;
};
const openBuilder = async (page: Page) => {
  await page.getByRole('button', { name: 'Advanced query builder' }).click();
  return page.getByRole('dialog').filter({ hasText: 'Advanced query builder' });
};
const codes = async (page: Page) => [...new Set((await page.locator('.co-list:visible').innerText()).match(/\b(NO|SO)-\d\d\b/g))].toSorted();
const tag = (page: Page) => page.getByRole('button', { name: /Advanced query:/ });

test('a query is built, asked, saved and shared; the export has its rows, and a reader asks it inside their own scope', async () => {
  const { page, pageFaults } = await openPiles(tenantPerson);
  await rowsOf(page).first().waitFor();
  const dialog = await openBuilder(page);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await toast(page, 'Fill in every condition first').waitFor();
  await chooseOption(dialog, 'Field 1', 'Rated power');
  await chooseOption(dialog, 'Rule 1', 'at least');
  await dialog.getByLabel('Value 1').fill('120');
  await dialog.getByRole('button', { name: 'Add a condition' }).click();
  await chooseOption(dialog, 'Field 2', 'Station');
  await chooseOption(dialog, 'Rule 2', 'is one of');
  await chooseOption(dialog, 'Value 2', 'North Two');
  await dialog.getByLabel('Value 2').pressSequentially('South One');
  await page.locator('.ant-select-dropdown:visible').getByTitle('South One').click();
  await page.keyboard.press('Escape');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Search' }).click();
  // It stays open, so that it can be tried again.
  await expect.poll(() => codes(page)).toEqual(['NO-02', 'SO-01']);
  await chooseOption(dialog, 'Match', 'any of them');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => codes(page)).toEqual(['NO-02', 'SO-01', 'SO-02']);

  await dialog.getByRole('button', { name: 'Save the query' }).click();
  const naming = page.getByRole('dialog').filter({ hasText: 'Only me' });
  await naming.getByLabel('Name').fill('Strong ones');
  await naming.getByRole('radio', { name: 'Everybody in the tenant' }).check();
  await naming.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'Saved').waitFor();
  await dialog.getByRole('button', { name: 'Strong ones', exact: true }).waitFor();
  await dialog.getByText('History').click();
  await dialog.getByRole('button', { name: /Rated power at least 120 · Station is one of North Two, South One.*any of them/ }).waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'hidden' });

  await tag(page).getByText('2 conditions, any of them').waitFor();
  const cells = await downloadedCells(page, () => page.getByRole('button', { name: 'Export', exact: true }).click());
  expect(cells).toHaveLength(4);
  // The address alone asks the same.
  const again = await openPiles(tenantPerson, routeOf(page).replace('/network/pile', ''));
  await expect.poll(() => codes(again.page)).toEqual(['NO-02', 'SO-01', 'SO-02']);
  await again.page.getByRole('button', { name: 'Take the advanced query off' }).click();
  await expect.poll(async () => (await codes(again.page)).length).toBe(4);
  expect(routeOf(again.page)).not.toContain('superQuery');

  const other = await openPiles(northPerson, '', true);
  await other.page.locator('.co-list:visible').getByText('NO-01').first().waitFor();
  const reading = await openBuilder(other.page);
  await reading.getByRole('button', { name: 'Strong ones (tenant person)' }).click();
  await reading.getByText('narrowed to what you may see: Station').waitFor();
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await reading.getByRole('button', { name: 'Search' }).click();
  // On a phone the dialog makes room for what was found.
  await reading.waitFor({ state: 'hidden' });
  await expect.poll(() => codes(other.page)).toEqual(['NO-02']);
  expect(routeOf(other.page)).not.toContain(network.stations['South One']);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a query that cannot be read is refused in words, never left out', async () => {
  const { page } = await openPiles(tenantPerson, `?superQueryParams=${encodeURIComponent('[{"field":"cpPower","rule":"ge","val":"much"}]')}`);
  await page.getByText('Row 1 of the advanced query is not valid: Rated power').first().waitFor();
  expect(await codes(page)).toEqual([]);
  await page.goto(`${site.product.url}/#/network/pile?superQueryParams=${encodeURIComponent('[{')}`);
  await page.getByText('The filter is not valid: Advanced query').first().waitFor();
  await page.getByRole('button', { name: 'Take the advanced query off' }).click();
  await expect.poll(async () => (await codes(page)).length).toBe(4);
});
