import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite({ MESSAGES: 'local', REGISTRATION: 'review' });
});
afterAll(() => site?.close());

const looks = ['light', 'dark'] as const;
const signInPages = [
  { path: 'login', titles: { light: '登录', dark: 'Sign in' } },
  { path: 'register', titles: { light: '注册账号', dark: 'Register' } },
  { path: 'alteration', titles: { light: '忘记密码', dark: 'Forgotten password' } },
] as const;
const cases = looks.flatMap((look) => signInPages.map(({ path, titles }) => ({ look, path, title: titles[look] })));

test.each(cases)('axe finds nothing on $path in $look, on a phone', async ({ look, path, title }) => {
  const settings = { DEFAULT_DARK_MODE: look };
  const visitor = await site.visitor({ locale: look === 'light' ? 'zh-CN' : 'en-US', viewport: { width: 390, height: 844 }, settings });
  const { page } = visitor;
  await page.goto(`${site.product.url}/#/user/${path}`);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['look'])).toBe(look);
  expect(await axeViolations(page)).toEqual([]);
  // Nothing is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test.each(looks)('axe finds nothing on the slider and the two dialogs of the foot in %s', async (look) => {
  const { page } = await site.visitor({ settings: { DEFAULT_DARK_MODE: look } });
  await page.goto(site.product.url);
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByLabel('Phone number').fill('13900001111');
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.locator('.co-slider[data-state="ready"]').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  for (const name of ['Privacy', 'Open-source software']) {
    await page.getByRole('button', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog
      .getByRole('heading', { level: name === 'Privacy' ? 3 : 2 })
      .first()
      .waitFor();
    if (name !== 'Privacy') await dialog.getByText('react-router', { exact: false }).first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
});
