import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Language } from '#kit/fields/words.ts';
import { readRights } from '#kit/resource/rights/rights.ts';
import { languageStore } from '../language.ts';
import { permissionStore } from '../permissions/use-permission.ts';
import type { Column } from './table/column.ts';
import { registerOptionLoader } from './cells/option-sources.ts';
import { cell, focused, open, ready, valueOf } from './parts-table.fixture.tsx';

beforeEach(() => languageStore.set('en_US'));

describe('choices that hang on one another', () => {
  const cities: Readonly<Record<string, readonly string[]>> = { zj: ['Hangzhou', 'Ningbo'], js: ['Nanjing'] };
  test('what can be chosen below is asked for by what is chosen above, once, and is cleared with it', async () => {
    const calls: unknown[] = [];
    const linked: readonly Column[] = [
      { key: 'province', title: ['省', '省', 'Province'], type: 'select', options: ['zj', 'js'].map((value) => ({ value, label: value })) },
      {
        key: 'city',
        title: ['市', '市', 'City'],
        type: 'select',
        linkedTo: 'province',
        load: async ({ parent }) => {
          calls.push(parent);
          return (cities[String(parent)] ?? []).map((label) => ({ value: label.toLowerCase(), label }));
        },
      },
    ];
    const table = open({
      columns: linked,
      records: [
        { id: '1', province: 'zj', city: 'ningbo' },
        { id: '2', province: 'zj', city: null },
      ],
    });
    await ready();
    await expect.element(cell('1', 'city')).toHaveTextContent('Ningbo');
    await cell('2', 'city').click();
    await page.getByTitle('Hangzhou').click();
    expect(valueOf(table, '2', 'city')).toBe('hangzhou');
    expect(calls).toEqual(['zj']);
    await cell('1', 'province').click();
    await page.getByTitle('js').click();
    expect(table.rows.list[0]?.values).toMatchObject({ province: 'js', city: null });
    await cell('1', 'city').click();
    await expect.element(page.getByTitle('Nanjing')).toBeVisible();
    expect(calls).toEqual(['zj', 'js']);
  });

  test('a search waits until the typing rests, and shows the words of what was chosen', async () => {
    const calls: string[] = [];
    const searched: readonly Column[] = [
      {
        key: 'pile',
        title: ['桩', '樁', 'Pile'],
        type: 'sel_search_async',
        load: async ({ keyword }) => {
          calls.push(keyword);
          return [{ value: 'p1', label: `Pile of ${keyword || 'nothing'}` }];
        },
      },
    ];
    const table = open({ columns: searched, records: [{ id: '1', pile: 'old', pile_dictText: 'The old pile' }] });
    await ready();
    await expect.element(cell('1', 'pile')).toHaveTextContent('The old pile');
    await cell('1', 'pile').click();
    await userEvent.keyboard('abc');
    await page.getByText('Pile of abc').click();
    expect([calls, valueOf(table, '1', 'pile')]).toEqual([['', 'abc'], 'p1']);
    await expect.element(cell('1', 'pile')).toHaveTextContent('Pile of abc');
  });
});

test('a cell of a source asks it by what is typed, and one of a dictionary for its items', async () => {
  const calls: unknown[] = [];
  registerOptionLoader(async (question) => {
    calls.push(question);
    return [{ value: 'v1', label: `${question.dict ?? question.dictCode ?? ''} ${question.keyword}`.trim() }];
  });
  const dict: readonly Column[] = [
    { key: 'pile', title: ['桩', '樁', 'Pile'], type: 'sel_search_async', dict: 'pile,cpName,cpId' },
    { key: 'yes', title: ['是否', '是否', 'Yes'], type: 'select', dictCode: 'yn' },
  ];
  const table = open({ columns: dict, records: [{ id: '1' }] });
  await ready();
  await cell('1', 'pile').click();
  await userEvent.keyboard('abc');
  await page.getByText('pile,cpName,cpId abc').click();
  expect(valueOf(table, '1', 'pile')).toBe('v1');
  await cell('1', 'yes').click();
  await page.getByTitle('yn').click();
  expect(valueOf(table, '1', 'yes')).toBe('v1');
  expect(calls).toContainEqual({ keyword: 'abc', dict: 'pile,cpName,cpId' });
  expect(calls).toContainEqual({ keyword: '', dictCode: 'yn' });
});

describe('what a viewer may not', () => {
  test('is left out: columns and buttons whose code is in force and not granted', async () => {
    permissionStore.set(
      readRights(
        [{ action: 'parts:name' }],
        [
          { action: 'parts:name,parts:count' },
          { action: 'parts:add' },
          { action: 'parts:batch_delete' },
          { action: 'parts:kind', status: '0' },
          { action: 'other:on' },
        ],
      ),
    );
    open({}, { authPre: 'parts' });
    await ready();
    expect([...document.querySelectorAll('th[data-key]')].map((head) => head.getAttribute('data-key'))).toEqual([
      '@tick',
      '@number',
      'name',
      'on',
      'kind',
      'day',
      'note',
    ]);
    expect(page.getByRole('button', { name: /Add$/ }).elements()).toEqual([]);
    expect(page.getByRole('button', { name: 'Delete selected' }).elements()).toEqual([]);
    permissionStore.set(readRights([], []));
  });
});

describe('words of what is wrong, in three languages', () => {
  const patterns = {
    'n6-16': '1',
    '*6-16': '1',
    's6-18': '1',
    url: 'x',
    e: 'x',
    m: '1',
    p: '1',
    s: '1',
    n: 'x',
    z: '1.5',
    money: '1.234',
    '^A': 'x',
  };
  test('every preset says what it wants', async () => {
    const presets = Object.keys(patterns).map((pattern, index): Column => ({
      key: `c${index}`,
      title: [`甲${index}`, `乙${index}`, `C${index}`],
      type: 'input',
      validateRules: [{ pattern }],
    }));
    const table = open({
      columns: presets,
      records: [{ id: '1', ...Object.fromEntries(Object.values(patterns).map((text, index) => [`c${index}`, text])) }],
    });
    await ready();
    await table.check();
    const said = async (language: Language) => {
      languageStore.set(language);
      await new Promise(requestAnimationFrame);
      return [...document.querySelectorAll('.et-fault')].map((fault) => fault.textContent);
    };
    expect(await said('en_US')).toMatchInlineSnapshot(`
      [
        "Enter 6 to 16 digits",
        "Enter 6 to 16 characters",
        "Enter 6 to 18 letters",
        "Enter an address that begins with http or https",
        "This is not a valid e-mail address",
        "Enter a valid mobile number",
        "Enter a valid postal code",
        "Enter English letters only",
        "Enter a number",
        "Enter a whole number",
        "Enter an amount with two decimals at most",
        "C11 has a wrong format",
      ]
    `);
    expect(await said('zh_CN')).toMatchInlineSnapshot(`
      [
        "请输入6到16位数字",
        "请输入6到16位任意字符",
        "请输入6到18位字母",
        "请输入以http和https开头的网址",
        "邮箱格式不正确",
        "请输入正确手机号",
        "请输入正确的邮政编码",
        "请输入英文字母",
        "请输入数字",
        "请输入整数",
        "请输入正确的金额，最多两位小数",
        "甲11格式不正确",
      ]
    `);
    expect(await said('zh_TW')).toMatchInlineSnapshot(`
      [
        "請輸入6到16位數字",
        "請輸入6到16位任意字元",
        "請輸入6到18位字母",
        "請輸入以http和https開頭的網址",
        "郵箱格式不正確",
        "請輸入正確手機號",
        "請輸入正確的郵遞區號",
        "請輸入英文字母",
        "請輸入數字",
        "請輸入整數",
        "請輸入正確的金額，最多兩位小數",
        "乙11格式不正確",
      ]
    `);
  });

  test('a report picker that is not set up says so and stays shut', async () => {
    const popup = (more: Partial<Column>): Column => ({ key: 'p', title: ['报表', '報表', 'Report'], type: 'popup', ...more });
    open({ columns: [popup({ popupCode: 'x' }), popup({ key: 'q', popupCode: 'x', orgFields: 'a,b', destFields: 'c' })], records: [{ id: '1' }] });
    await ready();
    for (const [language, unset, uneven] of [
      [
        'en_US',
        'The report picker is not set up correctly!',
        'The report picker is not set up correctly: source and target fields differ in number!',
      ],
      ['zh_CN', 'popup参数未正确配置!', 'popup参数未正确配置,原始值和目标值数量不一致!'],
      ['zh_TW', 'popup參數未正確設定!', 'popup參數未正確設定,原始值和目標值數量不一致!'],
    ] as const) {
      languageStore.set(language);
      await expect.element(page.getByText(unset, { exact: true })).toBeVisible();
      await expect.element(page.getByText(uneven, { exact: true })).toBeVisible();
    }
    await expect.element(cell('1', 'p')).toHaveAttribute('aria-readonly', 'true');
  });
});

test('a block copied from a sheet fills the rows from the cell on', async () => {
  const table = open();
  await ready();
  table.goTo({ id: '2', key: 'name' });
  await expect.poll(focused).toBe('2 name');
  const data = new DataTransfer();
  data.setData('text/plain', 'a\t5\nb\t6\nc\t7');
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  expect(table.records().map(({ name, count }) => [name, count])).toEqual([
    ['one', 1],
    ['a', 5],
    ['b', 6],
  ]);
});

test('ticks stay in sight while the columns go by', async () => {
  await page.viewport(900, 700);
  const wide = Array.from({ length: 12 }, (_unused, index): Column => ({
    key: `c${index}`,
    title: ['列', '欄', 'Column'],
    type: 'input',
    widthPx: 160,
  }));
  open({ columns: wide, records: [{ id: '1' }] });
  await ready();
  const left = (key: string) => document.querySelector(`[data-cell="1 ${key}"]`)?.getBoundingClientRect().left ?? Number.NaN;
  const before = [left('@tick'), left('@number'), left('c0')];
  document.querySelector('.et-grid')?.scrollBy(300, 0);
  await expect.poll(() => left('c0')).toBe((before[2] ?? 0) - 300);
  expect([left('@tick'), left('@number')]).toEqual(before.slice(0, 2));
});
