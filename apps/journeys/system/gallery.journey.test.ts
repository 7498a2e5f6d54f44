import { afterAll, beforeAll, expect, test } from 'vitest';
import { rulesOf, axeViolations } from '../testing/axe.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { themeColourNames } from '../testing/gallery/colours.ts';
import { galleryOf, themeColoursOf } from '../testing/gallery/drawn.ts';
import { expectAsReviewed, shapesOf, statesOf } from '../testing/gallery/golden-file.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());
const admin = () => ({ username: 'admin', password: site.product.adminPassword });

const windows = {
  light: { look: 'light', width: 1440, judged: 'all' },
  dark: { look: 'dark', width: 1440, judged: 'look' },
  phone: { look: 'light', width: 390, judged: 'width' },
} as const;

test('every widget can be read and worked by everybody, and looks as it was reviewed: by day, by night and on a phone', async () => {
  const shown = async ({ look, width, judged }: (typeof windows)[keyof typeof windows]) => {
    const settings = { DEFAULT_DARK_MODE: look };
    const viewport = { width, height: 900 };
    const { page, pageFaults } = await site.enter(admin(), '/system/gallery', { viewport, settings, timezoneId: 'Asia/Shanghai' });
    await page.locator('[data-exhibit="editTable"] [data-state="invalid"] .et-fault').first().waitFor();
    await page.locator('[data-exhibit="pick-ref"]').waitFor();
    await page.locator('[data-exhibit="editor-code"] [data-state="longText"] .cm-line').first().waitFor();
    await page.locator('[data-exhibit="editor-markdown"] [data-state="longText"] .ed-text').waitFor();
    expect([look, width, await axeViolations(page, 'html', rulesOf[judged])]).toEqual([look, width, []]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
    return { colours: await themeColoursOf(page, themeColourNames), draw: await galleryOf(page), pageFaults };
  };
  const light = await shown(windows.light);
  const dark = await shown(windows.dark);
  const phone = await shown(windows.phone);
  const drawn = await expectAsReviewed(async () => ({
    light: await light.draw(),
    dark: await dark.draw(),
    phone: await phone.draw(),
    colours: { light: light.colours, dark: dark.colours },
  }));
  // Only colours differ by night, and a phone shows every state.
  expect(shapesOf(drawn.dark)).toEqual(shapesOf(drawn.light));
  expect(statesOf(drawn.phone)).toEqual(statesOf(drawn.light));
  for (const { pageFaults } of [light, dark, phone]) expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('cells take a picture, refuse what is none in the words of the server, pick people and ask dictionaries', async () => {
  const { page } = await site.enter(admin(), '/system/gallery?widget=editTable');
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
