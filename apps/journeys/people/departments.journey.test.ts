import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { departApi, roleApi, userApi } from '#domains/identity/resources.ts';
import { tenantApi } from '#domains/network/resources.ts';
import { axeViolations } from '../testing/axe.ts';
import { chooseOption, openTestSite, routeOf, rowOf, signIn, toast } from '../testing/test-site.ts';
import type { TestSite } from '../testing/test-site.ts';
import { addUser, openTestNetwork, tenantPerson } from '../testing/test-network.ts';
import type { Person, TestNetwork } from '../testing/test-network.ts';

let site: TestSite;
let network: TestNetwork;
const departs: Record<string, string> = {};
const people: Record<string, string> = {};

beforeAll(async () => {
  site = await openTestSite();
  network = await openTestNetwork(site.product);
  const add = async (departName: string, parentId?: string) => {
    const row = await network.tenant.ok(departApi.add, { departName, departOrder: 0, orgCategory: 2, status: 1, parentId });
    departs[departName] = row.id;
  };
  await add('Head office');
  await add('Operations', departs['Head office']);
  await add('Night shift', departs['Operations']);
  await add('Sales', departs['Head office']);
  const roleId = (await network.tenant.ok(roleApi.list, { pageSize: '30' })).records.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id;
  for (const [username, of] of [
    ['ann', ['Night shift', 'Sales']],
    ['bob', ['Night shift', 'Sales']],
    ['cleo', ['Sales']],
  ] as const) {
    const selecteddeparts = of.map((name) => departs[name]).join(',');
    const row = await addUser(site.product.url, network.tenant, {
      username,
      realname: `${username} of all`,
      password: tenantPerson.password,
      roleId,
      selecteddeparts,
    });
    people[username] = row.id;
  }
});
afterAll(() => site?.close());

const person = (username: string): Person => ({ ...tenantPerson, username });
/** Signs in and stays before whatever comes first. */
const enter = async (page: Page, { username, password }: Person): Promise<void> => {
  await page.goto(site.product.url);
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(password);
  await page.locator('.co-sign-go').click();
};

const wordsByLocale = [
  { locale: 'en-US', title: 'Choose a department', enter: 'Enter', need: 'Choose a department' },
  { locale: 'zh-CN', title: '选择部门', enter: '进入', need: '请选择部门' },
  { locale: 'zh-TW', title: '選擇部門', enter: '進入', need: '請選擇部門' },
] as const;

const ENGLISH = wordsByLocale[0];

test('one department of several is chosen before anything else, and who has none is told so', async () => {
  const { page, pageFaults } = await site.visitor({ locale: ENGLISH.locale });
  const dialog = await askedForDepartment(page, ENGLISH);
  expect((await dialog.boundingBox())?.width).toBe(450);
  await page.keyboard.press('Escape');
  expect(await page.locator('.co-menu').count()).toBe(0);
  await dialog.getByRole('combobox').focus();
  await page.keyboard.type('Sales');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: ENGLISH.enter }).click();
  await toast(page, 'You now work in Sales').waitFor();
  await page.locator('.co-menu').first().waitFor();
  const none = await site.visitor({ locale: ENGLISH.locale });
  await enter(none.page, tenantPerson);
  await toast(none.page, 'You belong to no department yet').waitFor();
  await none.page.locator('.co-menu').first().waitFor();
  expect([pageFaults, none.pageFaults]).toEqual([
    { foreignRequests: [], errors: [] },
    { foreignRequests: [], errors: [] },
  ]);
});

test.each(wordsByLocale.slice(1))('the question for the department is asked in $locale', async (words) => {
  const { page, pageFaults } = await site.visitor({ locale: words.locale });
  await askedForDepartment(page, words);
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

/** Signs in as somebody of several departments, who does not choose one. Returns the dialog that asks for it. */
const askedForDepartment = async (page: Page, words: (typeof wordsByLocale)[number]) => {
  const username = `of-${words.locale}`;
  const { records } = await network.tenant.ok(roleApi.list, { pageSize: '30' });
  const roleId = records.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id;
  const selecteddeparts = `${departs['Night shift']},${departs['Sales']}`;
  await addUser(site.product.url, network.tenant, { username, realname: username, password: tenantPerson.password, roleId, selecteddeparts });
  await enter(page, person(username));
  const dialog = page.getByRole('dialog', { name: words.title });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: words.enter }).click();
  await dialog.getByText(words.need, { exact: true }).last().waitFor();
  return dialog;
};

test('who works in two tenants says in which, and sees that one alone', async () => {
  const other = await network.admin.ok(tenantApi.add, { name: 'Other Power', currency: 'EUR', timezone: 'Europe/Berlin' });
  await network.admin.ok(departApi.add, { tenantId: other.tenantId, departName: 'Far office', departOrder: 0, orgCategory: 1, status: 1 });
  const { records } = await network.admin.ok(roleApi.list, { pageSize: '30' });
  const roleId = records.find(({ roleCode }) => roleCode === 'tenantAdmin')?.id;
  const { tenantId } = network;
  const roamer = { username: 'roamer', realname: 'roamer', password: tenantPerson.password, roleId, tenantId, relTenantIds: other.tenantId };
  await addUser(site.product.url, network.admin, { ...roamer, selecteddeparts: `${departs['Sales']},${departs['Operations']}` });
  const { page, pageFaults } = await site.visitor();
  await enter(page, person('roamer'));
  const dialog = page.getByRole('dialog', { name: 'Choose a tenant and a department' });
  await chooseOption(dialog, 'Department', 'Sales');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await dialog.getByText('Choose a tenant', { exact: true }).waitFor();
  await chooseOption(dialog, 'Tenant', 'Other Power');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  await toast(page, 'You now work in Sales').waitFor();
  await page.goto(`${site.product.url}/#/system/depart`);
  await page.getByRole('treegrid').getByText('Far office').waitFor();
  expect(await page.getByRole('treegrid').getByText('Head office').count()).toBe(0);
  // A loaded window is still the same session.
  await page.reload();
  await page.getByRole('treegrid').getByText('Far office').waitFor();
  expect(pageFaults).toEqual({ foreignRequests: [], errors: [] });
});

test('the department is changed under the own name, and one that is lost meanwhile ends the session', async () => {
  const { page } = await site.visitor();
  await enter(page, person('bob'));
  await page.getByRole('dialog').getByRole('combobox').focus();
  await page.keyboard.type('Night');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Enter' }).click();
  await toast(page, 'You now work in Night shift').waitFor();
  await page.getByRole('button', { name: /bob of all/ }).click();
  await page.getByText('bob of all · bob · Night shift').waitFor();
  await page.getByRole('menuitem', { name: 'Change department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change department (now: Night shift)' });
  await dialog.getByRole('combobox').click();
  await page.locator('.ant-select-dropdown:visible').getByText('Sales').click();
  await network.tenant.ok(userApi.edit, { id: people['bob'], selecteddeparts: departs['Night shift'] });
  await dialog.getByRole('button', { name: 'OK' }).click();
  await page.getByText('That tenant or department is not yours any more, please sign in again').waitFor();
  expect(routeOf(page)).toContain('/user/login');
  // The one that is left needs no choice.
  await signIn(page, person('bob'));
  await page.getByRole('button', { name: /bob of all/ }).click();
  await page.getByText('bob of all · bob · Night shift').waitFor();
});

test('departments are picked by keyboard, alone, with all below them, and by a part of the name', async () => {
  const { page } = await site.enter(tenantPerson, '/system/user');
  await rowOf(page, 'cleo').first().getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('dialog').getByLabel('Departments', { exact: true });
  await page.getByRole('dialog').getByText('Sales').first().waitFor();
  await field.focus();
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Choose departments' });
  await picker.getByText('1 selected').waitFor();
  await picker.getByPlaceholder('Search departments').fill('night');
  await picker.getByText('Head office / Operations').waitFor();
  await picker.getByRole('checkbox', { name: /Night shift/ }).press('Space');
  await picker.getByText('2 selected').waitFor();
  await picker.getByPlaceholder('Search departments').fill('');
  await picker.getByRole('button', { name: 'Tree' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Tick with all below' }).click();
  await picker.getByRole('tree').getByText('Operations').click();
  // The last of its children fills the parent.
  await picker.getByText('4 selected').waitFor();
  await picker.getByRole('button', { name: 'OK' }).click();
  await picker.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await network.tenant.ok(userApi.queryById, { id: people['cleo'] ?? '' })).orgCodeTxt)
    .toBe('Head office,Operations,Night shift,Sales');
});

test.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing on the two pickers in %s, %i px wide', async (look, width) => {
  const settings = { DEFAULT_DARK_MODE: look };
  const { page } = await site.enter(tenantPerson, '/system/depart', { viewport: { width, height: 844 }, settings });
  await page.getByRole('button', { name: 'Add a root department' }).click();
  await page.getByLabel('Parent department', { exact: true }).focus();
  await page.keyboard.press('Enter');
  const tree = page.getByRole('dialog', { name: 'Choose departments' });
  await tree.getByText('Sales').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await tree.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`${site.product.url}/#/isps/annountCement`);
  await page.getByRole('button', { name: 'Add' }).first().click();
  await page.getByLabel('Chosen people', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  const picker = page.getByRole('dialog', { name: 'Choose people by department' });
  await picker.getByText('ann of all').waitFor();
  await picker.getByPlaceholder('Search by account or name').fill('CLEO');
  await page.keyboard.press('Enter');
  await picker.getByText('ann of all').waitFor({ state: 'detached' });
  await picker.getByRole('checkbox', { name: 'cleo of all' }).press('Space');
  await picker.getByText('1 selected').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await picker.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('dialog').getByTitle('cleo of all').waitFor();
});
