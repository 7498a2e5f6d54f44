import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roleApi } from '#domains/identity/resources.ts';
import { stationApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { openTestSite, rowOf, rowsOf, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { addUser, openTestNetwork, signInCaller, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
const clerk: Person = { username: 'clerk', password: 'Journey-Word-7' };
beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const permissions = ['station:list', 'station:add', 'station:edit'];
  const role = await network.tenant.ok(roleApi.add, { roleCode: 'clerk', roleName: 'Clerk', roleLevel: 100, permissions });
  await addUser(site.product.url, network.tenant, { ...clerk, realname: 'Clerk', roleId: role.id, tenantId: network.tenantId });
});
afterAll(() => site?.close());

/** Ticks or unticks a right of the clerk's role in its tree, and saves. */
const setRight = async (page: Page, named: string, change: RegExp): Promise<void> => {
  await rowOf(page, 'Clerk').getByRole('button', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: 'Edit Role' });
  await drawer.getByPlaceholder('Find a right by name or code').fill(named);
  await drawer.getByText('No right is changed').waitFor();
  // The code of another right may end with it, as mobileStation:add ends with station:add.
  const node = drawer.locator('.ant-tree-treenode').filter({ hasText: new RegExp(`(?<![A-Za-z])${named}`) });
  await node.last().locator('.ant-tree-checkbox').click();
  await drawer.locator('.rl-changes').getByText(change).waitFor();
  await drawer.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Saved').waitFor();
  await drawer.waitFor({ state: 'hidden' });
};

const addButton = (page: Page, label: string): Locator => page.locator('.co-toolbar:visible').getByRole('button', { name: label });
const inLanguage = async (page: Page, language: string): Promise<void> => {
  await page.evaluate((chosen) => localStorage.setItem('BROWSER_LANG', chosen), language);
  await page.reload();
  await rowsOf(page).first().waitFor();
};

test('a right that is taken away puts the button to sleep on the open page, says why and who gives it, and comes back', async () => {
  const watching = await site.enter(clerk, '/network/station');
  const { page } = watching;
  await rowsOf(page).first().waitFor();
  await expect.poll(() => addButton(page, 'Add').isEnabled()).toBe(true);
  const administering = await site.enter(tenantPerson, '/system/role');
  await rowOf(administering.page, 'Clerk').waitFor();

  await setRight(administering.page, 'station:add', /1 to be taken/);
  await toast(page, 'These rights were taken from you: Station: add').waitFor();
  await expect.poll(() => addButton(page, 'Add').isEnabled()).toBe(false);
  const caller = await signInCaller(site.product.url, clerk);
  await expect(caller.ok(stationApi.add, { agentId: network.agents.north, stationName: 'No', timezone: 'UTC' })).rejects.toThrow(
    'No access: station:add',
  );

  const told = {
    en_US: ['Add', 'You lack the permission: Station: add (station:add)'],
    zh_CN: ['新增', '缺少权限：站点: 新增 (station:add)'],
    zh_TW: ['新增', '缺少權限：站點: 新增 (station:add)'],
  };
  for (const [language, [label = '', reason = '']] of Object.entries(told)) {
    await inLanguage(page, language);
    await addButton(page, label).waitFor();
    // The reason is shown on keyboard focus too.
    await page.locator('.co-asleep:visible').first().focus();
    const tip = page.getByRole('tooltip').filter({ hasText: reason });
    await tip.waitFor();
    await tip.filter({ hasText: 'tenant person' }).waitFor();
  }
  expect(await axeViolations(page)).toEqual([]);
  await inLanguage(page, 'en_US');

  await setRight(administering.page, 'station:add', /1 to be given/);
  await toast(page, 'You were given new rights: Station: add').waitFor();
  await expect.poll(() => addButton(page, 'Add').isEnabled()).toBe(true);
  for (const { pageFaults } of [watching, administering]) expect([pageFaults.foreignRequests, pageFaults.errors]).toEqual([[], []]);
});
