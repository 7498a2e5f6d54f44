import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readOnly, id, phone, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { labels } from '#kit/resource/labels.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { FieldList } from '../list/detail-drawer.tsx';
import { FormDrawer } from '../form/form-drawer.tsx';
import { languageStore } from '../language.ts';
import { Toolbar } from '../list/toolbar.tsx';
import { permissionStore } from '../permissions/use-permission.ts';
import { beginSession } from '../session/session.ts';
import { show } from '../testing/show.fixture.tsx';

const keeper = resource({
  name: 'keeper',
  path: '/keeper',
  table: 'keeper',
  key: 'id',
  title: 'name',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: { id: readOnly(id()), name: text({ min: 1, max: 20 }), mobile: phone() },
});
const keeperLabels = labels(keeper, {
  noun: ['管理员', '管理員', 'Keeper'],
  fields: { id: ['编号', '編號', 'Id'], name: ['姓名', '姓名', 'Name'], mobile: ['手机号', '手機號碼', 'Phone'] },
});
const api = { ...crud(keeper), ...personalApi(keeper) };
const audit = { createBy: null, createTime: '2026-01-01T00:00:00.000Z', updateBy: null, updateTime: null };
const row = { id: '7', name: 'Ann', mobile: '138****5678', version: 3, ...audit };
const rule = { action: 'keeper:reveal', describe: 'Keeper: see numbers in full', type: '2', status: '1' };

const answers: Readonly<Record<string, object>> = { reveal: { value: '13812345678' }, givers: { people: [], platform: false } };
/** The conflict with which an edit is refused. */
let conflict: object | undefined;
let calls: { readonly path: string; readonly body: unknown }[];

beforeEach(() => {
  languageStore.set('en_US');
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  permissionStore.set(readRights([{ action: '*' }], [rule]));
  calls = [];
  conflict = undefined;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { pathname, search } = new URL(url, location.href);
    calls.push({ path: pathname.replace('/jeecg-boot', ''), body: typeof init?.body === 'string' ? JSON.parse(init.body) : search });
    const result = answers[pathname.split('/').at(-1) ?? ''] ?? {};
    const refused = pathname.endsWith('/edit') ? conflict : undefined;
    const body = JSON.stringify(refused ?? { success: true, code: 200, message: '', result, timestamp: 0 });
    return Promise.resolve(new Response(body, { status: refused ? 409 : 200, headers: { 'content-type': 'application/json' } }));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    permissionStore.set(readRights([], []));
  });
});

const asked = (path: string): readonly unknown[] => calls.filter((call) => call.path === path).map(({ body }) => body);

test.each([
  ['zh_CN', '显示完整手机号（将记入日志）', '隐藏手机号'],
  ['zh_TW', '顯示完整手機號碼（將記入日誌）', '隱藏手機號碼'],
  ['en_US', 'Show Phone in full; the log keeps it', 'Hide Phone again'],
] as const)('the eye of a detail is worked by keys, and asks again each time, in %s', async (language, open, close) => {
  languageStore.set(language);
  show(<FieldList of={keeper} labels={keeperLabels} row={row} />);
  await expect.element(page.getByText('138****5678')).toBeVisible();
  await expect.element(page.getByRole('button', { name: open })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('13812345678')).toBeVisible();
  expect(asked('/keeper/reveal')).toEqual([{ id: '7', field: 'mobile' }]);
  await page.getByRole('button', { name: close }).click();
  await expect.element(page.getByText('138****5678')).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText('13812345678')).toBeVisible();
  expect(asked('/keeper/reveal')).toHaveLength(2);
});

test('who lacks the right finds the eye asleep, with the right by its name', async () => {
  permissionStore.set(readRights([], [rule]));
  show(<FieldList of={keeper} labels={keeperLabels} row={row} />);
  await expect.element(page.getByRole('button', { name: 'Show Phone in full; the log keeps it' })).toBeDisabled();
  await userEvent.tab();
  await expect.element(page.getByText('Keeper: see numbers in full')).toBeVisible();
  await expect.element(page.getByText('Ask your operator')).toBeVisible();
});

const openForm = async () => {
  show(<FormDrawer open of={keeper} api={api} labels={keeperLabels} row={row} onClose={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Show Phone in full; the log keeps it' })).toBeVisible();
};
const save = () => page.getByRole('button', { name: 'Save' }).click();

test('a form that only showed a number in full sends none of it', async () => {
  await openForm();
  await page.getByRole('button', { name: 'Show Phone in full; the log keeps it' }).click();
  await expect.element(page.getByLabelText('Phone', { exact: true })).toHaveValue('13812345678');
  await page.getByLabelText('Name').fill('Anna');
  expect(JSON.stringify(localStorage) + JSON.stringify(sessionStorage)).not.toContain('13812345678');
  await save();
  await expect.poll(() => asked('/keeper/edit')).toEqual([{ id: '7', version: 3, name: 'Anna' }]);
});

test('a number is replaced as a whole, and what was shown of it is not mended', async () => {
  await openForm();
  const input = page.getByLabelText('Phone', { exact: true });
  await input.fill('138****5679');
  await userEvent.tab();
  await expect.element(page.getByText('Phone is shown in part only and cannot be saved so: give it in full')).toBeVisible();
  await save();
  expect(asked('/keeper/edit')).toEqual([]);
  await input.fill('13800001111');
  await save();
  await expect.poll(() => asked('/keeper/edit')).toEqual([{ id: '7', version: 3, mobile: '13800001111' }]);
});

test('two who edit one row agree field by field, and a number that nobody typed is not sent', async () => {
  const foreign = { ...row, name: 'Anna', mobile: '139****0000', version: 4 };
  conflict = { success: false, code: 409, message: 'changed', refusal: 'conflict', result: { current: foreign }, timestamp: 0 };
  await openForm();
  await page.getByLabelText('Name').fill('Annika');
  await save();
  const dialog = page.getByRole('dialog').filter({ hasText: '139****0000' });
  await expect.element(dialog.getByRole('radio', { name: 'Phone: Theirs, now' })).toBeChecked();
  conflict = undefined;
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked('/keeper/edit').at(-1)).toEqual({ id: '7', version: 4, name: 'Annika' });
});

const bar = () =>
  show(
    <Toolbar
      api={api}
      onAdd={() => undefined}
      onImport={() => undefined}
      onRefresh={() => undefined}
      refreshing={false}
      listQuery={{ name: 'A' }}
      selected={[]}
      columns={[]}
      taste={{} as never}
    />,
  );

test('a sheet with numbers in full is a second button, and a question before it', async () => {
  bar();
  await page.getByRole('button', { name: 'Export with numbers in full' }).click();
  expect(asked('/keeper/exportXls')).toEqual([]);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('The log keeps who exported it')).toBeVisible();
  await dialog.getByRole('button', { name: 'Export with numbers in full' }).click();
  await expect.poll(() => asked('/keeper/exportXls').join()).toMatch(/name=A.*clear=1/);
});

test('who may not see numbers in full is offered no such sheet', async () => {
  permissionStore.set(readRights([{ action: 'keeper:export' }], [rule]));
  bar();
  await expect.element(page.getByRole('button', { name: 'Export' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Export with numbers in full' }).elements()).toEqual([]);
});
