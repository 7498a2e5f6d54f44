import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { roleApi, sessionApi, userApi } from '#domains/identity/resources.ts';
import { outboxApi } from '#domains/system/resources.ts';
import { callerOf } from '#kit/test/caller.ts';
import type { Caller } from '#kit/test/caller.ts';
import { openTestSite, routeOf, rowsOf, signIn } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { slideByMouse, slideByTouch, slideUntil } from '../testing/slider.ts';

let site: TestSite;
let admin: Caller;
beforeAll(async () => {
  site = await openTestSite({ MESSAGES: 'local', REGISTRATION: 'review' });
  const { url, adminPassword } = site.product;
  const { token } = await callerOf(url, '').ok(sessionApi.login, { username: 'admin', password: adminPassword });
  admin = callerOf(url, token);
});
afterAll(() => site?.close());

const PHONE = '13800001111';
const OWN_PHONE = '13800002222';
/** A registration contains free text, which staff read. */
const NEW_NAME = '<img src=x onerror=alert(1)>';
/** The code that the outbox shows for the phone. */
const lastCode = async (receiver = PHONE): Promise<string> => {
  const { records } = await admin.ok(outboxApi.list, { receiver });
  return /\d{6}/.exec(records[0]?.body ?? '')?.[0] ?? 'none';
};
const askForCode = async (page: Page, slide = slideByMouse): Promise<void> => {
  await page.getByRole('button', { name: 'Get a code' }).click();
  await slide(page);
  await page.getByText('The code is on its way').waitFor();
  await page.getByLabel('Verification code').fill(await lastCode());
};

test('somebody registers, waits, forgets the password, sets another and signs in by phone', async () => {
  const visitor = await site.visitor({ hasTouch: true });
  const { page } = visitor;
  await page.goto(site.product.url);
  await page.getByRole('link', { name: 'Register' }).click();
  // The page of before has a field of the same name.
  await page.getByRole('heading', { name: 'Register' }).waitFor();
  await page.getByLabel('User name', { exact: true }).fill('new_person');
  await page.getByLabel('Name', { exact: true }).fill(NEW_NAME);
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-7');
  await page.getByLabel('Repeat the new password').fill('Correct-Horse-8');
  await page.getByLabel('Phone number').fill(PHONE);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('alert').filter({ hasText: 'The two passwords are different' }).waitFor();
  await page.getByLabel('Repeat the new password').fill('Correct-Horse-7');
  await askForCode(page);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'new_person is registered' }).waitFor();
  expect(routeOf(page)).toBe('/user/register-result');

  await page.goto(`${site.product.url}/#/user/alteration`);
  await page.getByLabel('Phone number or e-mail').fill(PHONE);
  await askForCode(page);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('New password', { exact: true }).fill('Other-Horse-8');
  await page.getByLabel('Repeat the new password').fill('Other-Horse-8');
  await page.getByRole('button', { name: 'Set the new password' }).click();
  await page.getByText('All devices are signed out').waitFor();

  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByLabel('Phone number').fill(PHONE);
  await askForCode(page, slideByTouch);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Your registration waits for an administrator' }).waitFor();

  // After the approval, the user signs in with the code that the outbox shows.
  const [waiting] = (await admin.ok(userApi.list, { username: 'new_person' })).records;
  const role = (await admin.ok(roleApi.list, { pageSize: '30' })).records.find(({ roleCode }) => roleCode === 'tenantAdmin');
  await admin.ok(userApi.edit, { id: waiting?.id, roleId: role?.id, tenantId: inject('seeded').network.tenantId });
  await admin.ok(userApi.frozenBatch, { ids: waiting?.id, status: 1 });
  await page.getByRole('button', { name: 'Get a code' }).click();
  await slideByTouch(page);
  await page.getByText('The code is on its way').waitFor();
  const staff = await site.enter({ username: 'admin', password: site.product.adminPassword }, `/system/outbox?receiver=${PHONE}`);
  const outboxRow = (await rowsOf(staff.page).first().textContent()) ?? '';
  await page.getByLabel('Verification code').fill(/(?<!\d)\d{6}(?!\d)/.exec(outboxRow)?.[0] ?? 'none');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('.co-menu').waitFor();
  expect(visitor.pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('a result without a registration leads back to the sign-in page', async () => {
  const { page } = await site.visitor();
  await page.goto(`${site.product.url}/#/user/register-result`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(routeOf(page)).toBe('/user/login');
});

test('one’s own name is in the header at once, and a phone is one’s own by the code that was sent to it', async () => {
  const { page, pageFaults } = await site.visitor();
  await page.goto(site.product.url);
  await signIn(page, { username: 'admin', password: site.product.adminPassword });
  await page.getByRole('button', { name: /Administrator/ }).click();
  await page.getByRole('menuitem', { name: 'My account' }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('First of all');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /First of all/ }).waitFor();
  await page.getByRole('button', { name: 'Change phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change phone' });
  await dialog.getByLabel('New phone number').fill(OWN_PHONE);
  await dialog.getByRole('button', { name: 'Get a code' }).click();
  await slideUntil(page, dialog.getByText(`A code was sent to ${OWN_PHONE}`));
  await dialog.getByLabel('Verification code').fill(await lastCode(OWN_PHONE));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(OWN_PHONE).waitFor();
  await page.goto(`${site.product.url}/#/system/user?username=new_person`);
  await rowsOf(page).filter({ hasText: NEW_NAME }).waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});
