import axe from 'axe-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { languageStore } from '#kit/web/language.ts';
import { permissionStore } from '#kit/web/permissions/use-permission.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { DepartRights } from './depart-rights.web.tsx';

const node = (id: string, title: string, more: object) => ({ id, key: id, title, perms: null, held: true, ...more });
const treeList = [
  node('1', 'System', {
    children: [
      node('11', 'Users', {
        perms: 'user:list',
        children: [node('111', 'User: add', { perms: 'user:add' }), node('112', 'User: edit', { perms: 'user:edit' })],
      }),
      node('12', 'Logs', { perms: 'sysLog:list', held: false }),
    ],
  }),
];

let formValue: readonly string[];
let bodies: Record<string, string>[];
const give = (): void => {
  serveCalls((path) => {
    if (path === '/sys/sysDepart/queryPermissionTree') return { treeList, ids: [] };
    if (path === '/sys/permission/queryDepartPermission') return formValue;
    return 'Saved. Others have changed this since you opened it, and that stays: + User: edit';
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') bodies.push(JSON.parse(init.body) as Record<string, string>);
    return answer(url, init);
  });
};

beforeEach(async () => {
  await freshPage(900, 900, 'depart:edit');
  formValue = ['1', '11'];
  bodies = [];
});

const box = (name: string) => page.getByRole('treeitem', { name }).element().querySelector<HTMLElement>('.ant-tree-checkbox');
const find = async (text: string) => page.getByPlaceholder(/./).fill(text);

test('what is ticked is saved as a difference to what was read, and what others changed is told', async () => {
  give();
  const unsaved: boolean[] = [];
  show(<DepartRights departId="7" onUnsaved={(is) => unsaved.push(is)} />);
  const save = page.getByRole('button', { name: 'Save' });
  await expect.element(page.getByText('No right is changed')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await find('User: add');
  box('User: add')?.click();
  await expect.element(page.getByText('1 to be given:')).toBeVisible();
  expect(unsaved.at(-1)).toBe(true);
  await save.click();
  await expect.element(page.getByText('Others have changed this')).toBeVisible();
  expect(bodies).toEqual([{ departId: '7', permissionIds: '11,111', lastpermissionIds: '11' }]);
  await expect.element(page.getByText('No right is changed')).toBeVisible();
  await expect.poll(() => unsaved.at(-1)).toBe(false);
});

test('ticks are given up again, and what the viewer does not hold cannot be ticked', async () => {
  give();
  show(<DepartRights departId="7" onUnsaved={() => undefined} />);
  await expect.element(page.getByText('No right is changed')).toBeVisible();
  await find('sys');
  await expect.poll(() => box('Logs')?.className).toContain('disabled');
  box('User: edit')?.click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect.element(page.getByText('No right is changed')).toBeVisible();
  expect(bodies).toEqual([]);
});

test('by keyboard: the tree is reached by Tab, walked and ticked', async () => {
  give();
  show(<DepartRights departId="7" onUnsaved={() => undefined} />);
  await expect.element(page.getByText('No right is changed')).toBeVisible();
  await find('User: edit');
  for (let stops = 0; stops < 6 && document.activeElement?.role !== 'tree'; stops++) await userEvent.tab();
  expect(document.activeElement?.role).toBe('tree');
  await userEvent.keyboard('{End} ');
  await expect.element(page.getByText('1 to be given:')).toBeVisible();
});

test('who may not edit departments looks at it', async () => {
  give();
  permissionStore.set(readRights([], [{ action: 'depart:edit', describe: 'all', type: '2', status: '1' }]));
  show(<DepartRights departId="7" onUnsaved={() => undefined} />);
  await find('User: add');
  await expect.poll(() => box('User: add')?.className).toContain('disabled');
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test.each([
  ['en_US', 'Its roles can be given these rights. What is taken here is taken from its roles as well'],
  ['zh_CN', '部门角色可从这些权限中选择；收回的权限也会从部门角色中移除'],
  ['zh_TW', '部門角色可從這些權限中選擇；收回的權限也會從部門角色中移除'],
] as const satisfies readonly (readonly [Language, string])[])('in %s it says what it is about, and axe finds nothing', async (language, hint) => {
  give();
  languageStore.set(language);
  const view = show(<DepartRights departId="7" onUnsaved={() => undefined} />);
  await expect.element(page.getByText(hint)).toBeVisible();
  await expect.poll(() => view.querySelector('.ant-tree')).not.toBeNull();
  const { violations } = await axe.run(view, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
});
