import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAM_PRIVACY } from '#domains/identity/resources.ts';
import { configApi } from '#domains/system/resources.ts';
import { storageKeys } from '#kit/web/storage.ts';
import { axeViolations } from '../testing/axe.ts';
import { waitForFrame, openTestSite, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
});
afterAll(() => site?.close());

const AGREE = 'I have read and agree to:';

test('a browser that has agreed to no privacy text is asked once, and lets nobody in before', async () => {
  const { page, pageFaults } = await site.visitor({ settings: { [storageKeys.privacy]: '' } });
  await page.goto(site.product.url);
  await page.getByLabel('Account', { exact: true }).fill(tenantPerson.username);
  await page.getByLabel('Password', { exact: true }).fill(tenantPerson.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Read and agree to the privacy text first' }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel(AGREE).check();
  const connected = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await waitForFrame(page);
  // A connection that is still being made at the sign-out is refused, and browsers log that as an error.
  await connected;
  expect(await page.evaluate((key) => localStorage.getItem(key), storageKeys.privacy)).toBe(PROGRAM_PRIVACY);
  await page.getByRole('button', { name: 'tenant person' }).click();
  await page.getByText('Sign out', { exact: true }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByLabel(AGREE).count()).toBe(0);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a new text of the operator’s is shown and asked about again; within, the foot of each page shows the tenant’s own', async () => {
  await network.admin.ok(configApi.edit, {
    key: 'site.privacyEnUs',
    value: '## What we keep\n\nYour **name**, and [more](https://privacy.example).',
  });
  await network.admin.ok(configApi.edit, { key: 'site.privacyEnUs', value: '## What the tenant keeps', tenantId: network.tenantId });
  const { page } = await site.visitor();
  await page.goto(site.product.url);
  const consent = page.locator('.co-sign-consent');
  await consent.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('dialog', { name: 'Privacy' }).getByRole('heading', { name: 'What we keep' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await consent.getByRole('checkbox').check();
  await signIn(page, tenantPerson);
  const foot = page.getByRole('contentinfo');
  await foot.getByRole('button', { name: 'Privacy' }).click();
  await page.getByRole('dialog', { name: 'Privacy' }).getByRole('heading', { name: 'What the tenant keeps' }).waitFor();
  await page.keyboard.press('Escape');
  await foot.getByRole('button', { name: 'Open-source software' }).click();
  await page.getByText('PostgreSQL', { exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  expect(await axeViolations(page)).toEqual([]);
});
