import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessionElsewhere, openTestSite, routeOf, rowOf, rowsOf, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const open = async (): Promise<Page> => {
  const { page } = await site.enter(tenantPerson, '/network/station?stationName=North');
  await rowsOf(page).first().waitFor();
  return page;
};
const drawerOf = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Station name' });

test('a session that ends in the middle of a form gives the form back to the same person, and to nobody else', async () => {
  const page = await open();
  const place = routeOf(page);
  await rowOf(page, 'North One').getByRole('button', { name: 'Edit' }).click();
  await drawerOf(page).getByLabel('Address').fill('9 Half Way');
  await drawerOf(page).getByLabel('Scale').fill('middling');
  await endSessionElsewhere(page);
  await page.getByText('Your session has ended').first().waitFor();

  await signIn(page, northPerson);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
  expect(await drawerOf(page).count()).toBe(0);
  await rowOf(page, 'North One').getByRole('button', { name: 'Edit' }).click();
  expect(await drawerOf(page).getByLabel('Address').inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'north person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();

  await signIn(page, tenantPerson);
  await drawerOf(page).getByText('What you left unsaved at').waitFor();
  expect(routeOf(page)).toBe(place);
  expect(await drawerOf(page).getByLabel('Address').inputValue()).toBe('9 Half Way');
  expect(await drawerOf(page).getByLabel('Scale').inputValue()).toBe('middling');
  await drawerOf(page).getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved').waitFor();
  await rowOf(page, 'North One').getByText('9 Half Way').waitFor();
  // Saved is done: nothing comes back.
  await page.reload();
  await rowsOf(page).first().waitFor();
  expect(await drawerOf(page).count()).toBe(0);
});

test('a new row half filled in survives signing out and a reload; discarding it is final', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Add' }).click();
  await drawerOf(page).getByLabel('Station name').fill('Half Done');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await drawerOf(page).getByText('What you left unsaved at').waitFor();
  expect(await drawerOf(page).getByLabel('Station name').inputValue()).toBe('Half Done');
  await drawerOf(page).getByRole('button', { name: 'Start over' }).click();
  expect(await drawerOf(page).getByLabel('Station name').inputValue()).toBe('');
  await drawerOf(page).getByLabel('Station name').fill('Half Again');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await drawerOf(page).waitFor({ state: 'detached' });
  await page.reload();
  await rowsOf(page).first().waitFor();
  expect(await drawerOf(page).count()).toBe(0);
});
