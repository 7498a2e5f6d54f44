import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { permissionApi } from './permission.ts';
import { PermissionPage } from './permission.web.tsx';

const flags = { isRoute: 1, hidden: 0, alwaysShow: 0, keepAlive: 1, internalOrExternal: 0, minLevel: 80, sortNo: 10 };
const bare = { tenantId: null, nameTw: null, nameEn: null, component: null, icon: null, permsType: '2', status: '1', description: null, version: 1 };
const button = {
  ...bare,
  ...flags,
  id: '9',
  parentId: '1',
  name: '车站：新增',
  menuType: 2,
  builtIn: 1,
  url: null,
  perms: 'station:add',
  ruleFlag: 0,
};
const group = { ...bare, ...flags, id: '1', parentId: null, name: '站桩', menuType: 0, builtIn: 1, url: '/network', perms: null, ruleFlag: 0 };
const node = (row: typeof button | typeof group, title: string, children: readonly object[] = []) => ({
  ...row,
  key: row.id,
  value: row.id,
  title,
  slotTitle: title,
  children,
});

beforeEach(() => freshPage(1280, 800, 'permission:list,permission:add,permission:edit,permission:delete'));

test('a rule of the program is named in the title of its form, and taken out of force by keys alone', async () => {
  const calls = serveCalls((path) => {
    if (path === permissionApi.list.path) return [node(group, 'Network', [node(button, 'Station: add')])];
    return button;
  });
  show(<PermissionPage />);
  await expect.element(page.getByRole('row', { name: /Network/ })).toBeVisible();
  document.querySelector<HTMLElement>('tr[data-line="1"]')?.focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}');
  await tabTo(page.getByRole('row', { name: /Station: add/ }).getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Edit Permission · Station: add')).toBeVisible();
  await expect.poll(() => document.activeElement?.id).toBe('sortNo');
  await tabTo(page.getByRole('dialog').getByRole('combobox').last());
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByTitle('Rule not in force')).toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await tabTo(page.getByRole('button', { name: 'Save' }));
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => calls.flatMap(({ path, body }) => (path === permissionApi.edit.path ? [body] : [])))
    .toEqual([{ id: '9', version: 1, status: '0' }]);
});
