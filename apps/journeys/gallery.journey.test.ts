import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf, violationsOf } from './testing/axe.ts';
import { openVenue } from './testing/browse.ts';
import type { Venue } from './testing/browse.ts';
import { expectAsReviewed } from './testing/gallery-goldens.ts';
import { looksOf } from './testing/looks.ts';

let venue: Venue;
beforeAll(async () => {
  venue = await openVenue();
});
afterAll(() => venue?.close());
/** All widgets at once take a busy machine a while. */
const DRAWN_MS = 30_000;
const admin = () => ({ username: 'admin', password: venue.product.adminPassword });

test.each([
  { look: 'light', width: 1440, judged: 'all' },
  { look: 'dark', width: 1440, judged: 'look' },
  { look: 'light', width: 390, judged: 'width' },
] as const)(
  'every widget can be read and worked by everybody, and looks as it was reviewed: $look, $width px wide',
  async ({ look, width, judged }) => {
    const settings = { DEFAULT_DARK_MODE: look };
    const viewport = { width, height: 900 };
    const { page, misdeeds } = await venue.enter(admin(), '/system/gallery', { viewport, settings, timezoneId: 'Asia/Shanghai' });
    await page.locator('[data-exhibit="editTable"] [data-state="invalid"] .et-fault').first().waitFor({ timeout: DRAWN_MS });
    await page.locator('[data-exhibit="pick-ref"]').waitFor();
    await page.locator('[data-exhibit="editor-code"] [data-state="longText"] .cm-line').first().waitFor();
    await page.locator('[data-exhibit="editor-markdown"] [data-state="longText"] .ed-text').waitFor();
    expect(await violationsOf(page, 'html', rulesOf[judged])).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await expectAsReviewed(`${look}-${width}`, await looksOf(page));
    expect(misdeeds).toEqual({ foreignRequests: [], errors: [] });
  },
);

test('cells take a picture, refuse what is none in the words of the server, pick people and ask dictionaries', async () => {
  const { page } = await venue.enter(admin(), '/system/gallery?widget=editTable');
  const table = page.locator('[data-exhibit="editTable"] [data-state="filled"]');
  const cell = (key: string) => table.locator(`[data-cell="1 ${key}"]`);
  await cell('picture')
    .locator('input')
    .setInputFiles({ name: 'gate.png', mimeType: 'image/png', buffer: await table.locator('h3').screenshot() });
  await cell('picture').locator('img[src^="blob:"]').waitFor();
  await cell('picture').locator('.et-file-name').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
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

  await cell('people').click();
  const picker = page.getByRole('dialog');
  await picker.getByRole('row').filter({ hasText: 'admin' }).getByRole('checkbox').check();
  await picker.getByRole('button', { name: 'OK' }).click();
  await cell('people').getByText('Administrator').waitFor();
  await expect.poll(() => cell('people').evaluate((shown) => shown === document.activeElement)).toBe(true);
  await cell('yes').click();
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await expect.poll(() => cell('yes').locator('.et-text').textContent()).toMatch(/^(Yes|No)$/);
});
