import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from './testing/axe.ts';
import { openVenue, signIn } from './testing/browse.ts';
import type { Venue } from './testing/browse.ts';
import { setStage, tenantPerson } from './testing/people.ts';

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue?.close());

test('every widget can be read and worked by everybody, by day and night, at a desk and on a phone', async () => {
  const { page, misdeeds } = await venue.visitor();
  await page.goto(`${venue.product.url}/#/system/gallery`);
  await signIn(page, { username: 'admin', password: venue.product.adminPassword });
  for (const { look, width } of [
    { look: 'light', width: 1440 },
    { look: 'dark', width: 1440 },
    { look: 'light', width: 390 },
  ]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => localStorage.setItem('DEFAULT_DARK_MODE', chosen), look);
    await page.reload();
    await page.locator('[data-exhibit="editTable"] [data-state="invalid"] .et-fault').first().waitFor();
    await page.locator('[data-exhibit="input-list"]').waitFor();
    expect({ look, width, found: await violationsOf(page) }).toEqual({ look, width, found: [] });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  expect(misdeeds).toEqual({ abroad: [], errors: [] });
});

test('a picture goes into a cell of a table, and what is none is refused in the words of the server', async () => {
  const { page } = await venue.visitor();
  await page.goto(`${venue.product.url}/#/system/gallery?widget=editTable`);
  await signIn(page, { username: 'admin', password: venue.product.adminPassword });
  const table = page.locator('[data-exhibit="editTable"] [data-state="filled"]');
  const cell = (key: string) => table.locator(`[data-cell="1 ${key}"]`);
  await cell('picture')
    .locator('input')
    .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: await table.locator('h3').screenshot() });
  await cell('picture').locator('img[src^="blob:"]').waitFor();
  await cell('picture').locator('.et-file-name').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await cell('picture')
    .getByRole('button', { name: /Upload/ })
    .waitFor();
  await cell('file')
    .locator('input')
    .setInputFiles({ name: 'words.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await cell('file').locator('.et-file-bad').waitFor();
  await cell('file').locator('.et-file-bad').hover();
  await page.getByRole('tooltip').waitFor();
  expect(await cell('file').locator('.co-sr').textContent()).toMatch(/picture|image/i);
  await cell('file').getByRole('button').filter({ hasText: 'Try again' }).waitFor();
});

test('people are picked for a cell, which shows their names', async () => {
  const { page } = await venue.visitor();
  await page.goto(`${venue.product.url}/#/system/gallery?widget=editTable`);
  await signIn(page, { username: 'admin', password: venue.product.adminPassword });
  const cell = page.locator('[data-exhibit="editTable"] [data-state="filled"] [data-cell="1 people"]');
  await cell.click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('row').filter({ hasText: 'admin' }).getByRole('checkbox').check();
  await picker.getByRole('button', { name: 'OK' }).click();
  await cell.getByText('Administrator').waitFor();
  await expect.poll(() => cell.evaluate((shown) => shown === document.activeElement)).toBe(true);
});

test('nobody but the platform is offered the gallery', async () => {
  await setStage(venue.product);
  const { page } = await venue.visitor();
  await page.goto(`${venue.product.url}/#/system/gallery`);
  await signIn(page, tenantPerson);
  await page
    .getByRole('heading', { name: /404|not found/i })
    .or(page.getByText(/no such page|not found/i))
    .first()
    .waitFor();
  expect(await page.getByRole('menuitem', { name: 'Widgets' }).count()).toBe(0);
});
