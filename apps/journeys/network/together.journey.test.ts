import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentApi, stationApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { endSessionElsewhere, openTestSite, routeOf, rowOf, rowsOf, waitForTab, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';
import { downloadedCells } from '../testing/workbook.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openStations = async (who: Person, query = '') => {
  const visitor = await site.enter(who, `/network/station${query}`);
  await rowsOf(visitor.page).first().waitFor();
  return visitor;
};

test('two people edit one station: the second sees what changed and chooses field by field', async () => {
  const [first, second] = await Promise.all([openStations(tenantPerson), openStations(northPerson)]);
  const drawers = [first, second].map(({ page }) => page.getByRole('dialog').filter({ hasText: 'Edit Station' }));
  const [one, two] = [drawers[0]!, drawers[1]!];
  for (const { page } of [first, second]) await rowOf(page, 'North Two').getByRole('button', { name: 'Edit' }).click();
  await one.getByLabel('Address').fill('First Street 1');
  await one.getByLabel('Manager', { exact: true }).fill('Ada');
  await two.getByLabel('Address').fill('Second Street 2');
  await two.getByLabel('Scale').fill('large');
  await two.getByLabel('Business hours').fill('24 hours');
  await one.getByRole('button', { name: 'Save' }).click();
  await toast(first.page, 'Saved').waitFor();
  await two.getByRole('button', { name: 'Save' }).click();

  const conflict = second.page.getByRole('dialog').filter({ hasText: 'Somebody else changed this record' });
  await conflict.waitFor();
  const line = (label: string) => conflict.getByRole('row').filter({ hasText: label });
  await line('Manager').getByText('Ada').waitFor();
  await line('Scale').getByText('large').waitFor();
  // Both changed the address: theirs is chosen here. The hours go back to what they were.
  await line('Address').getByText('Both changed it').waitFor();
  expect(await axeViolations(second.page)).toEqual([]);
  await line('Address').getByText('First Street 1').click();
  await conflict.getByRole('radio', { name: 'Business hours: When opened' }).check();
  await conflict.getByRole('button', { name: 'Save' }).click();
  await toast(second.page, 'Saved').waitFor();

  const saved = await network.tenant.ok(stationApi.queryById, { id: network.stations['North Two'] });
  expect(saved).toMatchObject({ stationAddr: 'First Street 1', stationManager: 'Ada', stationScale: 'large', busHours: null });
  for (const visitor of [first, second]) expect(visitor.pageFaults.foreignRequests).toEqual([]);
});

test('who signs in for one agent sees its stations and nothing else: page, total, filters, export and address', async () => {
  const { page, pageFaults } = await openStations(northPerson);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await rowOf(page, 'North One').waitFor();
  await rowOf(page, 'North Two').waitFor();
  await page.getByText('1-2 of 2').waitFor();
  // The agent is one and the same for everything they see: no filter and no column for it.
  expect(await page.getByRole('columnheader').allInnerTexts()).not.toContain('Tenant');

  const cells = await downloadedCells(page, () => page.getByRole('button', { name: 'Export', exact: true }).click());
  expect(cells).toHaveLength(3);
  expect(JSON.stringify(cells)).not.toContain('South');

  // An address from a colleague of the other agent shows what an address of nothing shows.
  const shown = async (id: string): Promise<string> => {
    await page.goto(`${site.product.url}/#/network/station?view=${id}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Resource not found').waitFor();
    return (await drawer.innerText()).replaceAll(id, 'ID');
  };
  expect(await shown(network.stations['South One'])).toBe(await shown('999999999'));
  await page.goto(`${site.product.url}/#/network/station?agentId=${network.agents.south}`);
  await page.getByText('Nothing matches these filters').waitFor();

  await page.goto(`${site.product.url}/#/network/agent`);
  await waitForTab(page, 'Agents');
  await rowOf(page, 'North Agent').waitFor();
  expect(await page.getByText('South Agent').count()).toBe(0);
  expect(pageFaults.foreignRequests).toEqual([]);
});

test('another language says the same page in other words, and keeps page, filter and form', async () => {
  const { page, pageFaults } = await openStations(tenantPerson, '?stationName=South&column=stationName&order=asc');
  const place = routeOf(page);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: '繁體中文' }).click();
  await page.getByRole('columnheader', { name: '站點名稱' }).waitFor();
  await page.getByRole('menuitem', { name: '站點' }).first().waitFor();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await rowOf(page, 'South One').getByText('啟用').waitFor();
  expect(routeOf(page)).toBe(place);
  await page.reload();
  await page.getByRole('columnheader', { name: '站點名稱' }).waitFor();
  await page.getByRole('button', { name: '語言' }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('columnheader', { name: 'Station name' }).waitFor();
  await rowOf(page, 'South One').getByText('Enabled').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a session that was ended elsewhere leads to the sign-in page, and from there back to the same page', async () => {
  const { page } = await openStations(tenantPerson, '?stationName=North');
  const place = routeOf(page);
  await endSessionElsewhere(page);
  // The bell hears of it before anybody asks.
  await page.getByText('Your session has ended').first().waitFor();
  await signIn(page, tenantPerson);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(routeOf(page)).toBe(place);
  // Others were never disturbed.
  await network.tenant.ok(agentApi.list, {});
});
