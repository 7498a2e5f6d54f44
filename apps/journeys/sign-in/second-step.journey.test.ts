import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpApi } from '#domains/identity/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person } from '../testing/test-network.ts';

let site: TestSite;
const codeOf = (secret: string): string => new TOTP({ secret: secret.replaceAll(' ', '') }).generate();

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const submitSignIn = async (page: Page, { username, password }: Person): Promise<void> => {
  await page.goto(`${site.product.url}/#/user/login`);
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

test('a tenant demands a second step: one user sets it up at the sign-in, another in their own menu', async () => {
  const network = await openTestNetwork(site.product);
  const boss = await site.visitor();
  await submitSignIn(boss.page, tenantPerson);
  await boss.page.getByRole('button', { name: 'tenant person' }).click();
  await boss.page.getByText('Two-step sign-in', { exact: true }).click();
  const dialog = boss.page.getByRole('dialog', { name: 'Two-step sign-in' });
  await dialog.getByLabel('Password').fill(tenantPerson.password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  const key = (await dialog.locator('.co-totp-key').innerText()).trim();
  await dialog.getByLabel('Code of your authenticator').fill(codeOf(key));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await dialog.getByText('each of these takes the place of a code once').waitFor();
  expect(boss.pageFaults).toEqual({ foreignRequests: [], errors: [] });
  expect((await network.tenant.ok(totpApi.state, {})).recoveryLeft).toBe(10);

  await network.tenant.ok(totpApi.demand, { demanded: 1 });
  const { page, pageFaults } = await site.visitor();
  await submitSignIn(page, northPerson);
  await page.getByText('scan this with an authenticator app').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  const secret = await page.locator('.co-sign-enrol code').innerText();
  await page.getByLabel('Code of your authenticator').fill(codeOf(secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
  const [spare = ''] = (await page.locator('.co-sign-recovery').innerText()).split('\n');
  await page.getByRole('button', { name: 'I have kept them, go on' }).click();
  await page.locator('.co-menu').waitFor();

  const again = await site.visitor();
  await submitSignIn(again.page, northPerson);
  await again.page.getByLabel('Code of your authenticator, or a recovery code').fill('000000');
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.getByRole('alert').filter({ hasText: 'The code is wrong' }).waitFor();
  await again.page.getByLabel('Code of your authenticator, or a recovery code').fill(spare);
  await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again.page.locator('.co-menu').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
