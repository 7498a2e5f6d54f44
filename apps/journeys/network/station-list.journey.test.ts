import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, openTestSite, routeOf, rowOf, rowsOf, waitForTab, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const openStations = async () => {
  const visitor = await site.enter(tenantPerson, '/network/station');
  await rowsOf(visitor.page).first().waitFor();
  return visitor;
};

test('a station is added, edited and deleted, and bad inputs are told at their field', async () => {
  const { page, pageFaults } = await openStations();
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Station name').fill('X');
  await drawer.getByRole('button', { name: 'Save' }).click();
  // The first thing wrong stands in view, and nothing was sent.
  await drawer.getByText('Agent is required').waitFor();
  await drawer.getByText(/Station name .*2/).waitFor();

  await drawer.getByLabel('Station name').fill('East Hall');
  await chooseOption(drawer, 'Agent', 'North Agent');
  await chooseOption(drawer, 'Time zone', 'Asia/Shanghai');
  await drawer.getByLabel('Longitude').fill('121.47');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'give longitude and latitude together').waitFor();
  await drawer.getByLabel('Latitude').fill('31.23');
  await expect.poll(() => drawer.getByRole('link', { name: 'Open the map' }).getAttribute('href')).toContain('#map=17/31.23/121.47');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Added').waitFor();
  await rowOf(page, 'East Hall').getByText('North Agent').waitFor();

  await rowOf(page, 'East Hall').getByRole('button', { name: 'Edit' }).click();
  await drawer.getByLabel('Address').fill('1 Harbour Road');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await rowOf(page, 'East Hall').getByText('1 Harbour Road').waitFor();

  await rowOf(page, 'East Hall')
    .getByRole('button', { name: 'Delete' })
    .or(rowOf(page, 'East Hall').getByRole('button', { name: 'More' }))
    .first()
    .click();
  const question = page.getByRole('dialog').filter({ hasText: 'Delete "East Hall"?' });
  if (!(await question.isVisible())) await page.getByRole('menuitem', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await rowOf(page, 'East Hall').waitFor({ state: 'detached' });
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('what was done to it stands in the log, before and after, and the chain of the log is whole', async () => {
  const admin = { username: 'admin', password: site.product.adminPassword };
  const { page, pageFaults } = await site.enter(admin, '/system/oper-log?objectName=East%20Hall');
  await expect.poll(() => rowsOf(page).count()).toBe(3);
  expect((await rowsOf(page).allInnerTexts()).map((row) => /Station: (\w+)/u.exec(row)?.[1])).toEqual(['delete', 'edit', 'add']);
  await rowOf(page, 'edit').getByRole('button', { name: 'Details' }).click();
  const changed = page.getByRole('dialog').getByRole('row', { name: /^Address/ });
  await expect.poll(() => changed.getByRole('cell').allInnerTexts()).toEqual(['Address', '—', '1 Harbour Road']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Verify the chain' }).click();
  await toast(page, 'The log is whole').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('filter, sort and page live in the address: back, forward and a reload keep them', async () => {
  const { page, pageFaults } = await openStations();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  await page.getByRole('textbox', { name: 'Station name' }).fill('South');
  await page.getByRole('search').getByRole('button', { name: 'Search' }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(routeOf(page)).toContain('stationName=South');
  await page.getByRole('columnheader', { name: 'Station name' }).click();
  await expect.poll(() => rowsOf(page).first().innerText()).toContain('South One');
  expect(routeOf(page)).toMatch(/column=stationName.*order=asc|order=asc.*column=stationName/);

  await page.getByRole('menuitem', { name: 'Agents' }).click();
  await waitForTab(page, 'Agents');
  await page.goBack();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await page.getByRole('textbox', { name: 'Station name' }).inputValue()).toBe('South');
  await page.reload();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => rowsOf(page).count()).toBe(4);
  expect(await page.getByRole('textbox', { name: 'Station name' }).inputValue()).toBe('');
  await page.goForward();
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('what was typed is not lost by a slip', async () => {
  const { page } = await openStations();
  await page.getByRole('menuitem', { name: 'Agents' }).click();
  await waitForTab(page, 'Agents');
  await page.getByRole('menuitem', { name: 'Stations' }).click();
  await waitForTab(page, 'Stations');
  await page.getByRole('button', { name: 'Add' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Station name').fill('Half Done');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog').filter({ hasText: 'Your changes are not saved' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await drawer.getByLabel('Station name').inputValue()).toBe('Half Done');
  // The page before is another tab: this one waits as it is.
  await page.goBack();
  await waitForTab(page, 'Agents');
  expect(await question.count()).toBe(0);
  await page.goForward();
  expect(routeOf(page)).toContain('/network/station');
  expect(await drawer.getByLabel('Station name').inputValue()).toBe('Half Done');
});
