import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openStations = async (who: Person, query = ''): Promise<Page> => {
  const { page } = await site.enter(who, `/network/station${query}`);
  await rowsOf(page).first().waitFor();
  return page;
};
const heads = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.co-table thead th').allInnerTexts()).map((text) => text.trim()).filter(Boolean);

test('columns are chosen, ordered, kept in sight and kept with the person, whatever browser they use', async () => {
  const page = await openStations(tenantPerson);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Move up: Address' }).click();
  await page.getByRole('button', { name: 'Keep in sight: Address' }).click();
  // It moves among the columns that are shown, so the box that was clicked is another one than the box that is ticked.
  const manager = page.getByRole('checkbox', { name: 'Manager', exact: true }).first();
  await manager.click();
  await expect.poll(() => manager.isChecked()).toBe(true);
  await page.getByText('Roomy').click();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  const chosen = await heads(page);
  expect(chosen[0]).toBe('Address');
  expect(chosen).toContain('Manager');
  const elsewhere = await openStations(tenantPerson);
  await expect.poll(() => heads(elsewhere)).toEqual(chosen);
  // Another person's table is as it was.
  expect((await heads(await openStations(northPerson)))[0]).toBe('Station name');
  await elsewhere.getByRole('button', { name: 'Columns' }).click();
  await elsewhere.locator('.co-columns').getByRole('button', { name: 'Reset' }).click();
  await expect.poll(async () => (await heads(elsewhere))[0]).toBe('Station name');
});

test('a view is saved, shared with the tenant, and opened by an agent inside its own scope', async () => {
  const { agents } = network;
  const page = await openStations(tenantPerson, `?agentId=${agents.north}&column=stationName&order=desc`);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  const save = async (title: string, share: string) => {
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'Save this view' });
    await dialog.getByLabel('Name').fill(title);
    await dialog.getByRole('radio', { name: share }).check();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await save('North, from Z', 'Everybody in the tenant');
  await toast(page, 'Saved').waitFor();
  await page.goto(`${site.product.url}/#/network/station?agentId=${agents.south}`);
  await page.getByText('South One').first().waitFor();
  await save('South', 'Everybody in the tenant');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // The same name asks before it overwrites.
  await save('South', 'Only me');
  await page.getByText('South exists already. Overwrite it?').last().waitFor();
  await page.getByRole('dialog').filter({ hasText: 'Overwrite' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const other = await openStations(northPerson);
  const open = async (name: string) => {
    await other.getByRole('button', { name: 'Views' }).click();
    await other.getByRole('menuitem', { name }).click();
  };
  await open('North, from Z (tenant person)');
  await other.getByText('The view "North, from Z" is shown inside your own scope').waitFor();
  await expect.poll(async () => (await rowsOf(other).allInnerTexts()).map((text) => /North \w+/.exec(text)?.[0])).toEqual(['North Two', 'North One']);
  await open('South (tenant person)');
  await other.getByText('The view "South" was narrowed to what you may see: Agent').waitFor();
  await expect.poll(() => rowsOf(other).count()).toBe(0);
  expect(await axeViolations(other)).toEqual([]);
  expect(routeOf(other)).not.toContain(agents.south);
  await other.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
