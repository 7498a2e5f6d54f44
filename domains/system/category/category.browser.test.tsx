import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { languageStore } from '#kit/web/language.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { pageOf, serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { tabTo } from '#kit/web/testing/keys.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { categoryApi } from './category.ts';
import { CategoryPage } from './category.web.tsx';

interface StoredCategory {
  readonly id: string;
  readonly pid: string;
  readonly name: string;
}
let stored: StoredCategory[];
const stamp = { tenantId: null, version: 1, createBy: null, updateBy: null, updateTime: null };
const rowOf = ({ id, pid, name }: StoredCategory) => ({
  ...stamp,
  id,
  pid,
  name,
  code: `C${id}`,
  createTime: '2026-03-01T00:00:00.000Z',
  hasChild: stored.some((one) => one.pid === id) ? '1' : '0',
});
const below = (pid: string | undefined) => stored.filter((one) => one.pid === pid);
const nodeOf = (one: StoredCategory) => ({
  key: one.id,
  value: one.id,
  title: one.name,
  leaf: rowOf(one).hasChild === '0',
  isLeaf: false,
  parentId: one.pid,
});

const serve = () => {
  const calls = serveCalls((path, query) => {
    if (path === categoryApi.rootList.path) return pageOf(below('0').map(rowOf), query);
    if (path === categoryApi.list.path)
      return pageOf(stored.filter(({ name }) => (query['superQueryParams'] ?? '').includes(`"${name}"`)).map(rowOf), query);
    if (path === categoryApi.childList.path) return below(query['pid']).map(rowOf);
    if (path === savedViewApi.list.path) return [];
    if (path.endsWith('/loadTreeData')) return below(query['pid']).map(nodeOf);
    if (path.endsWith('/loadTreePath')) return (query['key'] ?? '').split(',').map((key) => stored.filter(({ id }) => id === key).map(nodeOf));
    const body = calls.findLast((one) => one.path === path)?.body as Partial<StoredCategory> & { readonly ids?: string };
    if (path === categoryApi.add.path) stored.push({ id: String(stored.length + 1), pid: body.pid ?? '0', name: body.name ?? '' });
    if (path === categoryApi.move.path) stored = stored.map((one) => (one.id === body.id ? { ...one, pid: body.pid ?? '' } : one));
    return rowOf(stored.find(({ id }) => id === body.id) ?? stored.at(-1) ?? { id: '', pid: '', name: '' });
  });
  return calls;
};

beforeEach(async () => {
  await freshPage(1280, 800, 'category:list,category:add,category:edit,category:delete');
  stored = [];
});

const line = (name: RegExp) => page.getByRole('row', { name });
const choose = async (name: string) => {
  await expect.element(page.getByRole('menuitem', { name })).toBeVisible();
  await page.getByRole('menuitem', { name }).click();
};
const add = async (button: string, name: string) => {
  await tabTo(page.getByRole('button', { name: button }).first());
  await userEvent.keyboard('{Enter}');
  const box = page.getByRole('dialog').getByLabelText('Category', { exact: true });
  await expect.poll(() => document.activeElement === box.query()).toBe(true);
  await userEvent.keyboard(`${name}{Enter}`);
  await expect.element(line(new RegExp(name))).toBeVisible();
};

test('a tree is grown by keys alone: a first level, one below it, opened and shut, and a level is read when it is opened', async () => {
  const calls = serve();
  show(<CategoryPage />);
  await expect.element(page.getByText('No categories yet')).toBeVisible();
  await add('Add a first level', 'Goods');
  await add('Add below', 'Cables');
  expect(stored).toEqual([
    { id: '1', pid: '0', name: 'Goods' },
    { id: '2', pid: '1', name: 'Cables' },
  ]);
  document.querySelector<HTMLElement>('tr[data-line="1"]')?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.poll(() => line(/Cables/).elements()).toEqual([]);
  queryClient.clear();
  const before = calls.length;
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(line(/Cables/)).toBeVisible();
  expect(calls.slice(before).flatMap(({ path, query }) => (path === categoryApi.childList.path ? [query['pid']] : []))).toEqual(['1']);
});

test('one is hung below another by keys, with what it takes along said first', async () => {
  stored = [
    { id: '1', pid: '0', name: 'Goods' },
    { id: '2', pid: '0', name: 'Cables' },
  ];
  const calls = serve();
  show(<CategoryPage />);
  await expect.element(line(/Cables/)).toBeVisible();
  document.querySelector<HTMLElement>('tr[data-line="2"]')?.focus();
  await tabTo(line(/Cables/).getByRole('button', { name: 'More' }));
  await userEvent.keyboard('{Enter}');
  await choose('Move');
  await expect.element(page.getByText('Its code follows the one above; all below it goes along')).toBeVisible();
  await tabTo(page.getByRole('combobox', { name: 'The category above' }));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByTitle('Goods').last()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }));
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => calls.filter(({ path }) => path === categoryApi.move.path).map(({ body }) => body)).toEqual([{ id: '2', pid: '1' }]);
  await expect.element(line(/Cables/)).toBeVisible();
  await expect.poll(() => document.querySelector('tr[data-line="2"]')?.getAttribute('aria-level')).toBe('2');
});

test('what an advanced query finds stands in one row each, however deep it hangs, until the query is taken off', async () => {
  stored = [
    { id: '1', pid: '0', name: 'Goods' },
    { id: '2', pid: '1', name: 'Cables' },
    { id: '3', pid: '2', name: 'Long' },
  ];
  serve();
  show(<CategoryPage />);
  await expect.element(line(/Goods/)).toBeVisible();
  await page.getByRole('button', { name: 'Advanced query builder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advanced query builder' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Field 1' }).click();
  await page.getByTitle('Category', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('Cables');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect.element(line(/Cables/)).toHaveAttribute('aria-level', '1');
  expect([
    line(/Goods/).query(),
    line(/Cables/)
      .element()
      .getAttribute('aria-expanded'),
  ]).toEqual([null, null]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Take the advanced query off' }).click();
  await expect.element(line(/Goods/)).toBeVisible();
});

test('of one with others below it the page says that it stays, before it is asked; its words come in three languages', async () => {
  stored = [
    { id: '1', pid: '0', name: 'Goods' },
    { id: '2', pid: '1', name: 'Cables' },
  ];
  serve();
  show(<CategoryPage />);
  await line(/Goods/).getByRole('button', { name: 'More' }).click();
  const asleep = page.getByRole('menuitem', { name: 'Delete' });
  await expect.element(asleep).toHaveAttribute('aria-disabled', 'true');
  await asleep.getByText('Delete').hover();
  await expect.element(page.getByText('There are categories below Goods; it cannot be deleted')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByRole('button', { name: ['新增一级分类', '新增一級分類', 'Add a first level'][at] ?? '' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: ['添加下级', '新增下級', 'Add below'][at] ?? '' }).first()).toBeVisible();
  }
});
