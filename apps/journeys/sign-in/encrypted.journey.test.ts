import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSite, rowOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => void (site = await openTestSite({ BODY_CIPHER: 'AES-GCM', SIGN_PATHS: '/sys/*', BASE_PATH: '/power/api' })));
afterAll(() => site?.close());

test('with encrypted bodies, looked-at signatures and a base path of one’s own the product works, and the line shows neither words nor names', async () => {
  const { page, pageFaults } = await site.visitor();
  const line: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/power/api/') && request.postData()) line.push(request.postData() ?? '');
  });
  page.on('response', async (response) => {
    const isOurs = response.url().includes('/power/api/') && !response.url().includes('getEncryptedString');
    if (!isOurs || !response.headers()['content-type']?.includes('json')) return;
    // One that the reload cut off has no text.
    const text = await response.text().catch(() => '');
    if (text !== '') line.push(text);
  });
  await page.goto(`${site.product.url}/#/system/user`);
  await signIn(page, { username: 'admin', password: site.product.adminPassword });
  await rowOf(page, 'admin').first().waitFor();
  const before = line.length;
  // A reload agrees on a key of its own; nothing of the old one was kept.
  await page.reload();
  await rowOf(page, 'admin').first().waitFor();
  await page.waitForLoadState('networkidle');
  expect(line.length).toBeGreaterThan(before);
  for (const text of line) expect(Object.keys(JSON.parse(text) as object)).toEqual(['encData']);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/ticket|"secret"/);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
