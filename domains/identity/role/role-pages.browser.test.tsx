import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '#kit/web/language.ts';
import { registerNounLoader } from '#kit/web/kinds/ref-lookup.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { pageOf, serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { expectRetry } from '#kit/web/testing/expect-retry.fixture.ts';
import { DepartRoleList } from '../depart-role/depart-role-list.web.tsx';
import { departRoleApi } from '../depart-role/depart-role.ts';
import { positionLabels } from '../position/position.labels.ts';
import { position, positionApi } from '../position/position.ts';
import { role, roleApi } from './role.ts';
import { roleGroupApi } from '../role-group/role-group.ts';
import { RoleGroupList } from '../role-group/role-group.web.tsx';
import { user, userApi } from '../user/user.ts';

const rights = ['roleGroup', 'position', 'departRole'].flatMap((noun) => ['list', 'add', 'edit', 'delete'].map((verb) => `${noun}:${verb}`));
let fails: string | undefined;

beforeEach(async () => {
  await freshPage(1280, 900, [...rights, departRoleApi.deptRoleUserAdd.allow].join(','));
  registerNounLoader(() => Promise.resolve([role, user]));
  fails = undefined;
});

/** A server that answers lists, and accepts or refuses an add. */
const serve = (answer: (path: string, query: Readonly<Record<string, string>>) => unknown) =>
  serveCalls((path, query) => {
    if (fails !== undefined && path.includes(fails)) throw new Error('Not today');
    return answer(path, query) ?? [];
  });
const stamp = { tenantId: '1', version: 1, createBy: 'ann', createTime: '2026-03-01T00:00:00.000Z', updateBy: null, updateTime: null };
const dialog = () => page.getByRole('dialog');
const begin = async (first: string) => {
  await tabTo(page.getByRole('button', { name: /Add$/u }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement === dialog().getByLabelText(first, { exact: true }).query()).toBe(true);
};

test('a role group: a list that did not come is asked for again; one is made by keys, and what the server says of it stays in the form', async () => {
  const rows: object[] = [];
  let isTaken = true;
  const calls = serve((path, query) => {
    if (path === roleGroupApi.list.path) return pageOf(rows, query);
    if (path === roleApi.queryList.path) return [{ value: '7', text: 'Night watch' }];
    if (path === roleGroupApi.add.path && isTaken) throw new Error('A chosen role does not exist');
    if (path === roleGroupApi.add.path) rows.push({ ...stamp, id: '1', groupName: 'Night', roleIds: '7,', userIds: null, description: null });
    return path === roleGroupApi.add.path ? rows[0] : undefined;
  });
  fails = roleGroupApi.list.path;
  show(<RoleGroupList />);
  await expectRetry('Not today', () => void (fails = undefined), page.getByText('Nothing here yet').first());
  fails = savedViewApi.list.path;
  await page.getByRole('button', { name: 'Views' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Try again Could not load: Not today' })).toBeVisible();
  expect(page.getByText('No saved views yet').query()).toBeNull();
  fails = undefined;
  await page.getByRole('menuitem', { name: 'Try again Could not load: Not today' }).click();
  await expect.element(page.getByText('No saved views yet')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await begin('Group name');
  await userEvent.keyboard('Night');
  await tabTo(dialog().getByRole('combobox', { name: 'Roles' }));
  fails = roleApi.queryList.path;
  await userEvent.keyboard('{ArrowDown}');
  await expectRetry('Could not load: Not today', () => void (fails = undefined), page.getByTitle('Night watch').last());
  await userEvent.keyboard('{ArrowDown}{Enter}{Escape}');
  await tabTo(dialog().getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('A chosen role does not exist').first()).toBeVisible();
  isTaken = false;
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('row', { name: /Night.*Night watch/u })).toBeVisible();
  expect(calls.findLast(({ path }) => path === roleGroupApi.add.path)?.body).toMatchObject({ groupName: 'Night', roleIds: '7,' });
});

test('a position: its code is judged while it is typed, in three languages, and nothing is sent before it is right', async () => {
  const calls = serve((path, query) => (path === positionApi.list.path ? pageOf([], query) : undefined));
  show(<ListPage of={position} api={positionApi} labels={positionLabels} />);
  await begin('Code');
  await userEvent.keyboard('no spaces{Enter}');
  const texts = ['职务编码格式不正确', '職務編碼格式不正確', 'Code has a wrong format'];
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByText(texts[at] ?? '')).toBeVisible();
  }
  await userEvent.keyboard('{Control>}a{/Control}clerk{Tab}Clerk{Enter}');
  await expect
    .poll(() => calls.flatMap(({ path, body }) => (path === positionApi.add.path ? [body] : [])))
    .toEqual([{ code: 'clerk', name: 'Clerk', postRank: 1 }]);
});

test('a department’s role: who holds it is read, given and taken away by keys; troubles are told where they are', async () => {
  let grantedIds = ['1'];
  const people = ['1', '2'].map((id) => ({ id, username: `u${id}`, realname: `Person ${id}`, selecteddeparts: '5,' }));
  const row = { ...stamp, id: '3', departId: '5', roleName: 'Shift lead', roleCode: 'lead', permissions: [], forAll: 0, description: null };
  const calls = serve((path, query) => {
    if (path === departRoleApi.list.path) return pageOf([row], query);
    if (path === departRoleApi.getDeptRoleUsers.path) return people.filter(({ id }) => grantedIds.includes(id));
    if (path === userApi.queryUserByDepId.path) return people;
    const { userId, newRoleId } = (calls.at(-1)?.body ?? {}) as { readonly userId?: string; readonly newRoleId?: string };
    if (path === departRoleApi.deptRoleUserAdd.path && userId !== undefined)
      grantedIds = newRoleId === '' ? grantedIds.filter((id) => id !== userId) : [...grantedIds, userId];
    return undefined;
  });
  fails = departRoleApi.getDeptRoleUsers.path;
  show(<DepartRoleList departId="5" />);
  await tabTo(page.getByRole('button', { name: 'Who holds it' }));
  await userEvent.keyboard('{Enter}');
  await expectRetry('Not today', () => void (fails = userApi.queryUserByDepId.path), dialog().getByText('Person 1'));
  await tabTo(dialog().getByRole('combobox', { name: 'Give it to' }));
  await userEvent.keyboard('{ArrowDown}');
  await expectRetry('Could not load: Not today', () => void (fails = undefined), page.getByTitle('Person 2 · u2').last());
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog().getByRole('listitem').filter({ hasText: 'Person 2' })).toBeVisible();
  await tabTo(dialog().getByRole('button', { name: 'Take it away from Person 1' }));
  fails = departRoleApi.deptRoleUserAdd.path;
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Not today').first()).toBeVisible();
  fails = undefined;
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => dialog().getByText('Person 1').query()).toBeNull();
  expect(grantedIds).toEqual(['2']);
});
