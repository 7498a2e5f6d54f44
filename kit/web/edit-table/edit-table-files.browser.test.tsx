import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languageStore } from '../language.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { fakeUploadServer } from '../upload/fake-upload-server.fixture.ts';
import type { Column } from './table/column.ts';
import { cell, focused, open, ready, valueOf } from './parts-table.fixture.tsx';
import { registerOptionLoader } from './cells/option-sources.ts';
import { registerCellPickers } from './cells/cell-pickers.ts';

beforeEach(async () => {
  await page.viewport(1200, 800);
  languageStore.set('en_US');
});

const PATH = 'temp/20260101/0123456789abcdef0123456789abcdef.pdf';
const columns: readonly Column[] = [
  { key: 'name', title: ['名称', '名稱', 'Name'], type: 'input' },
  { key: 'file', title: ['文件', '檔案', 'File'], type: 'file', widthPx: 260 },
];
const choose = async (key: string, name: string, type = 'application/pdf') => {
  const input = document.querySelector<HTMLInputElement>(`[data-cell="1 ${key}"] input[type=file]`) ?? document.body;
  await userEvent.upload(input, new File(['x'], name, { type }));
};

test('a file shows the name it came with: one that was there is asked for, one that is sent is known', async () => {
  const calls = serveCalls((path) => (path === '/sys/common/names' ? [{ path: PATH, name: 'plan.pdf' }] : []));
  fakeUploadServer(() => ({ message: 'temp/20260102/feedfeed.pdf' }));
  open({ columns, records: ['1', '2', '3'].map((id) => ({ id, name: id, file: id === '3' ? null : PATH })) });
  await ready();
  await expect.element(cell('2', 'file')).toHaveTextContent('plan.…');
  expect(cell('1', 'file').element().querySelector('button')?.title).toBe('plan.pdf');
  expect(calls.filter(({ path }) => path === '/sys/common/names').length).toBe(1);
  await choose('file', 'new one.pdf');
  await expect.poll(() => cell('1', 'file').element().querySelector('button')?.title).toBe('new one.pdf');
  expect(calls.filter(({ path }) => path === '/sys/common/names').length).toBe(1);
});

test('a replacement that does not arrive says why in three languages, and the file that was there can be kept', async () => {
  serveCalls(() => [{ path: PATH, name: 'plan.pdf' }]);
  fakeUploadServer(() => ({ success: false, message: '' }));
  const table = open({ columns, records: [{ id: '1', name: '1', file: PATH }] });
  await ready();
  await choose('file', 'other.pdf');
  for (const [language, words, keep] of [
    ['en_US', 'Unknown error', 'Keep the file that was there'],
    ['zh_CN', '未知错误', '保留原文件'],
    ['zh_TW', '未知錯誤', '保留原檔案'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByText(words, { exact: true })).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: keep })).toBeVisible();
  }
  languageStore.set('en_US');
  expect((await table.collect()).ok).toBe(false);
  await page.getByRole('button', { name: 'Keep the file that was there' }).click();
  expect(valueOf(table, '1', 'file')).toBe(PATH);
  await expect.element(cell('1', 'file')).toHaveTextContent('plan.…');
  expect((await table.collect()).ok).toBe(true);
});

test('while a file is on its way the cell says how far in three languages, and stopping it brings the old one back', async () => {
  serveCalls(() => []);
  const sent = fakeUploadServer(() => 'waits');
  const table = open({ columns, records: [{ id: '1', name: '1', file: PATH }] });
  await ready();
  await choose('file', 'other.pdf');
  for (const [language, words] of [
    ['en_US', 'Uploading... 40%'],
    ['zh_CN', '上传中... 40%'],
    ['zh_TW', '上傳中... 40%'],
  ] as const) {
    languageStore.set(language);
    await expect.element(page.getByText(words)).toBeInTheDocument();
  }
  languageStore.set('en_US');
  await page.getByRole('button', { name: 'Stop this upload other.pdf' }).click();
  expect([valueOf(table, '1', 'file'), sent[0]?.isAborted()]).toEqual([PATH, true]);
});

/** Moves down an open menu to an entry, with the arrow keys. */
const walkTo = async (row: string): Promise<void> => {
  const here = () => document.activeElement;
  await expect.poll(() => here()?.getAttribute('role')).toBe('menuitem');
  while (here()?.textContent !== row) {
    const before = here();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => here() !== before && here()?.getAttribute('role')).toBe('menuitem');
  }
};

test('by keys alone a file is replaced, kept or deleted', async () => {
  serveCalls(() => [{ path: PATH, name: 'plan.pdf' }]);
  const table = open({ columns, records: [{ id: '1', name: '1', file: PATH }] });
  await ready();
  let chosen = 0;
  document.querySelector('[data-cell="1 file"] input[type=file]')?.addEventListener('click', (event) => {
    event.preventDefault();
    chosen += 1;
  });
  table.goTo({ id: '1', key: 'file' });
  await expect.poll(focused).toBe('1 file');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await walkTo('Upload again');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => chosen).toBe(1);
  // The last entry of the menu keeps the focus until the menu is gone, and would take the next keys.
  await expect.poll(() => page.getByRole('menuitem').elements()).toEqual([]);
  table.goTo({ id: '1', key: 'file' });
  await expect.poll(focused).toBe('1 file');
  await userEvent.keyboard('{Enter}');
  await walkTo('Delete');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => valueOf(table, '1', 'file')).toBeNull();
  await expect.poll(focused).toBe('1 file');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => chosen).toBe(2);
});

test('people, departments and rows of a source are shown by their names, asked for once for all cells', async () => {
  const calls: string[] = [];
  const named = (what: string) => async (values: readonly string[]) => {
    calls.push(`${what} ${values.join()}`);
    return values.map((value) => ({ value, label: `${what} of ${value}` }));
  };
  const Picker = () => null;
  registerCellPickers({ sel_user: { Picker, names: named('Person') }, sel_depart: { Picker, names: named('Depart') } });
  registerOptionLoader(async ({ dict, values = [] }) => {
    calls.push(`${dict ?? ''} ${values.join()}`);
    return values.map((value) => ({ value, label: `Pile of ${value}` }));
  });
  open({
    columns: [
      { key: 'people', title: ['人', '人', 'People'], type: 'sel_user' },
      { key: 'depart', title: ['部门', '部門', 'Depart'], type: 'sel_depart' },
      { key: 'pile', title: ['桩', '樁', 'Pile'], type: 'sel_search_async', dict: 'pile,cpName,cpId' },
      { key: 'own', title: ['自', '自', 'Own'], type: 'sel_search_async', load: async () => [], names: named('Own') },
    ],
    records: [
      { id: '1', people: 'ann,bob', depart: '7', pile: 'p1', own: 'x' },
      { id: '2', people: 'ann', depart: '8', pile: 'p1', own: 'x', pile_dictText: 'told' },
    ],
  });
  await ready();
  await expect.element(cell('1', 'people')).toHaveTextContent('Person of ann, Person of bob');
  await expect.element(cell('2', 'depart')).toHaveTextContent('Depart of 8');
  await expect.element(cell('1', 'pile')).toHaveTextContent('told');
  await expect.element(cell('2', 'own')).toHaveTextContent('Own of x');
  expect(calls.toSorted()).toEqual(['Depart 7,8', 'Own x', 'Person ann,bob']);
});

test('names that nobody could tell leave the keys in sight', async () => {
  const broken = async () => {
    throw new Error('no line');
  };
  open({
    columns: [{ key: 'own', title: ['自', '自', 'Own'], type: 'sel_search_async', load: async () => [], names: broken }],
    records: [{ id: '1', own: 'x9' }],
  });
  await ready();
  await expect.element(cell('1', 'own')).toHaveTextContent('x9');
});
