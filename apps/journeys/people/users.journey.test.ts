import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onlineApi, userApi } from '#domains/identity/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, routeOf, rowOf, rowsOf, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { northPerson, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
let northId: string;
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  northId = (await network.tenant.ok(userApi.list, { username: northPerson.username })).records[0]?.id ?? '';
});
afterAll(() => site?.close());

/** Opens a page as a user, in a language. */
const guest = async (path: string, who: Person, language = 'en_US'): Promise<Page> => {
  const { page } = await site.enter(who, path, { settings: { BROWSER_LANG: language } });
  await rowsOf(page).first().waitFor();
  return page;
};

test('who is frozen learns it at once, wherever they are and in their language', async () => {
  const boss = await guest('/system/user?username=north', tenantPerson);
  const words = {
    en_US: 'Your account has been frozen and you are signed out. Ask your administrator',
    zh_CN: '您的账号已被冻结，已退出登录，请联系管理员',
    zh_TW: '您的帳號已被凍結，已登出，請聯絡管理員',
  };
  const guests: { readonly text: string; readonly page: Page }[] = [];
  for (const [language, text] of Object.entries(words)) guests.push({ text, page: await guest('/network/station', northPerson, language) });
  await boss.getByRole('columnheader').getByRole('checkbox').check();
  await boss.getByRole('button', { name: 'Set state' }).click();
  await boss.getByRole('menuitem', { name: 'Frozen' }).click();
  await boss.getByRole('button', { name: 'Set to Frozen (1)' }).click();
  await boss.getByText('1 done, 0 refused').waitFor();
  // A guest has no buttons that change something.
  for (const { page, text } of guests) await page.getByRole('dialog').getByText(text).waitFor();
  const page = guests[0]?.page ?? boss;
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect.poll(() => routeOf(page)).toBe(`/user/login?redirect=${encodeURIComponent('/network/station')}`);
  await page.getByLabel('Account', { exact: true }).fill(northPerson.username);
  await page.getByLabel('Password', { exact: true }).fill(northPerson.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('This account is frozen; ask your administrator').waitFor();
  await network.tenant.ok(userApi.frozenBatch, { ids: northId, status: 1 });
  await signIn(page, northPerson);
  await expect.poll(() => rowsOf(page).count()).toBe(2);
});

test('who is signed out from the list of those online is told, and what they typed is there when they return', async () => {
  const visitor = await guest('/network/station', northPerson);
  await visitor.getByRole('button', { name: 'Add' }).click();
  const name = visitor.getByRole('dialog').getByLabel('Station name');
  await name.fill('Half a station');
  const boss = await guest('/system/online?username=north', tenantPerson);
  const mine = (await network.tenant.ok(onlineApi.list, { username: northPerson.username })).total;
  await expect.poll(() => rowsOf(boss).count()).toBe(mine);
  expect(await axeViolations(boss)).toEqual([]);
  await boss.getByRole('columnheader').getByRole('checkbox').check();
  await boss.getByRole('button', { name: 'Sign out selected' }).click();
  await boss.getByRole('button', { name: `Sign out selected (${mine})` }).click();
  await boss.getByText(`${mine} done, 0 refused`).waitFor();
  await visitor.getByRole('dialog').getByText('An administrator has signed you out. Sign in again').waitFor();
  await visitor.getByRole('button', { name: 'Sign in again' }).click();
  await signIn(visitor, northPerson);
  await expect.poll(() => name.inputValue()).toBe('Half a station');
});

test('a deleted user comes back from the recycle bin, and goes for good', async () => {
  const page = await guest('/system/user', tenantPerson);
  const remove = async () => {
    await rowOf(page, northPerson.username).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, northPerson.username).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Deleted users' }).click();
  };
  const bin = page.getByRole('dialog').filter({ hasText: 'Nobody in here can sign in' });
  await remove();
  // Like every list, it can be asked.
  await bin.getByRole('button', { name: 'Advanced query builder' }).waitFor();
  await bin.getByRole('button', { name: 'Restore', exact: true }).click();
  await toast(page, 'Done').last().waitFor();
  await bin.getByText('Nobody has been deleted').waitFor();
  await bin.getByRole('button', { name: 'Close' }).click();
  await rowOf(page, northPerson.username).waitFor();
  await remove();
  await bin.getByRole('row').filter({ hasText: northPerson.username }).getByRole('checkbox').check();
  expect(await axeViolations(page)).toEqual([]);
  await bin.getByRole('button', { name: 'Delete for good (1)' }).click();
  await page.getByRole('dialog').filter({ hasText: 'This cannot be taken back' }).getByRole('button', { name: 'Delete for good' }).click();
  await bin.getByText('Nobody has been deleted').waitFor();
  expect((await network.tenant.ok(userApi.checkOnlyUser, { username: northPerson.username })) satisfies boolean).toBe(true);
});
