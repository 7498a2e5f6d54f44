import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readOnly, id, optional, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { languageStore } from '../language.ts';
import { beginSession } from '../session/session.ts';
import { show } from '../testing/show.fixture.tsx';
import type { RowOf } from '../calls/list-api.ts';
import { FormDrawer } from './form-drawer.tsx';

const kiosk = resource({
  name: 'kiosk',
  path: '/kiosk',
  table: 'kiosk',
  key: 'id',
  title: 'code',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  fields: {
    id: readOnly(id()),
    place: text({ min: 1, max: 20 }),
    code: text({ min: 2, max: 20, unique: ['place'] }),
    no: optional(text({ max: 20, rule: 'kiosk_no' })),
  },
});
const kioskLabels = labels(kiosk, {
  noun: ['亭', '亭', 'Kiosk'],
  fields: { id: ['编号', '編號', 'Id'], place: ['地点', '地點', 'Place'], code: ['编码', '編碼', 'Code'], no: ['号码', '號碼', 'Number'] },
});

type FreeCheckQuery = Readonly<Record<string, string>>;
let checks: FreeCheckQuery[];
/** The calls that check the rule, and their answer. */
let rules: FreeCheckQuery[];
let ruled: (query: FreeCheckQuery) => object;
let saved: unknown[];
/** The answer of the availability check: an envelope, or no answer at all. */
let answer: (query: FreeCheckQuery) => Promise<object | undefined> | object | undefined;
const free = { success: true, code: 200, message: '', result: 'free', timestamp: 0 };
const unruled = { success: false, code: 500, message: 'There is no such rule', refusal: 'checkRule.unknown', result: null, timestamp: 0 };
const taken = { success: false, code: 500, message: 'This value is taken already', refusal: 'lookup.taken', result: null, timestamp: 0 };

beforeEach(() => {
  languageStore.set('en_US');
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  checks = [];
  saved = [];
  rules = [];
  ruled = () => unruled;
  answer = () => free;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(url, location.href);
    const json = (body: unknown) => new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } });
    if (pathname.endsWith('/sys/duplicate/check')) {
      const { _t: _stamp, ...asked } = Object.fromEntries(searchParams);
      checks.push(asked);
      const body = await answer(asked);
      if (!body) throw new TypeError('the line is cut');
      return json(body);
    }
    if (pathname.endsWith('/sys/checkRule/checkByCode')) {
      const { _t: _stamp, ...asked } = Object.fromEntries(searchParams);
      rules.push(asked);
      return json(ruled(asked));
    }
    if (typeof init?.body === 'string' && pathname.startsWith('/jeecg-boot/kiosk')) saved.push(JSON.parse(init.body));
    return json({ success: true, code: 200, message: '', result: {}, timestamp: 0 });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
});

const audit = { createBy: null, createTime: '2026-01-01T00:00:00.000Z', updateBy: null, updateTime: null };
type KioskField = keyof typeof kiosk.fields;
const open = (row?: RowOf<typeof kiosk.fields>, fields: readonly KioskField[] = ['place', 'code']) =>
  show(<FormDrawer open of={kiosk} api={crud(kiosk)} labels={kioskLabels} row={row} fields={fields} onClose={() => undefined} />);
const type = async (label: string, value: string) => {
  await page.getByLabelText(label).fill(value);
  await userEvent.tab();
};
const save = () => page.getByRole('button', { name: 'Save' }).click();

test('a value is asked about when it is left: pending, then free, and saving does not ask again', async () => {
  let settle = (_body: object): void => undefined;
  answer = () => new Promise<object>((resolve) => (settle = resolve));
  open();
  await type('Place', 'north');
  await type('Code', 'K-1');
  await expect.element(page.getByText('Checking whether it is free…')).toBeVisible();
  settle(free);
  await expect.element(page.getByText('Free to use')).toBeVisible();
  expect(checks).toEqual([{ tableName: 'kiosk', fieldName: 'code', fieldVal: 'K-1', within: '{"place":"north"}' }]);
  await save();
  await expect.poll(() => saved).toEqual([{ place: 'north', code: 'K-1' }]);
  expect(checks).toHaveLength(1);
});

test('a taken one says so and is not sent; another is asked about when it is left, not with each letter', async () => {
  answer = ({ fieldVal }) => (fieldVal === 'K-1' ? taken : free);
  open();
  await type('Place', 'north');
  await type('Code', 'K-1');
  await expect.element(page.getByText('This value is taken already')).toBeVisible();
  await save();
  await page.getByLabelText('Code').click();
  await userEvent.keyboard('{End}234');
  await expect.poll(() => page.getByText('This value is taken already').elements()).toEqual([]);
  expect([saved, checks.length]).toEqual([[], 1]);
  await userEvent.tab();
  await expect.element(page.getByText('Free to use')).toBeVisible();
  await save();
  await expect.poll(() => saved).toEqual([{ place: 'north', code: 'K-1234' }]);
});

test.each([
  ['zh_CN', { place: '地点', code: '编码', lost: '暂时无法检查是否已被使用，保存时会再次检查', save: '保存' }],
  ['zh_TW', { place: '地點', code: '編碼', lost: '暫時無法檢查是否已被使用，儲存時會再次檢查', save: '儲存' }],
  ['en_US', { place: 'Place', code: 'Code', lost: 'Whether it is free cannot be checked now; saving checks it again', save: 'Save' }],
] as const)('in %s a lost answer is told and keeps nobody from saving', async (language, words) => {
  languageStore.set(language);
  answer = () => undefined;
  open();
  await type(words.place, 'north');
  await type(words.code, 'K-1');
  await expect.element(page.getByText(words.lost)).toBeVisible();
  await page.getByRole('button', { name: words.save }).click();
  await expect.poll(() => saved).toEqual([{ place: 'north', code: 'K-1' }]);
  expect(checks.length).toBeGreaterThan(1);
});

test('one’s own value is not asked about, a new one for the row that has it', async () => {
  open({ ...audit, id: '9', place: 'north', code: 'K-9', no: null, version: 1 });
  await page.getByLabelText('Code').click();
  await userEvent.tab();
  await type('Code', 'K-10');
  await expect.element(page.getByText('Free to use')).toBeVisible();
  expect(checks).toEqual([{ tableName: 'kiosk', fieldName: 'code', fieldVal: 'K-10', dataId: '9', within: '{"place":"north"}' }]);
});

const broken = (message: string) => ({ success: false, code: 500, message, refusal: 'checkRule.broken', result: { begin: 0, end: 1 }, timestamp: 0 });

test('a value that breaks the rule of its field says so in the rule’s words, is not sent, and goes once it keeps the rule', async () => {
  ruled = ({ value }) => (value === 'N7' ? free : broken('A number begins with N'));
  open(undefined, ['place', 'code', 'no']);
  await type('Place', 'north');
  await type('Code', 'K-1');
  await type('Number', 'X7');
  await expect.element(page.getByText('A number begins with N')).toBeVisible();
  await save();
  expect(saved).toEqual([]);
  await type('Number', 'N7');
  await expect.poll(() => page.getByText('A number begins with N').elements()).toEqual([]);
  await save();
  await expect.poll(() => saved).toEqual([{ place: 'north', code: 'K-1', no: 'N7' }]);
  expect(rules).toEqual(['X7', 'N7'].map((value) => ({ ruleCode: 'kiosk_no', value })));
});

test('where nobody has set up the rule any value will do, and what is empty or was there before is not asked about', async () => {
  open({ ...audit, id: '8', place: 'north', code: 'K-8', no: 'old', version: 1 }, ['place', 'no']);
  await page.getByLabelText('Number').click();
  await userEvent.tab();
  await type('Place', 'south');
  expect(rules).toEqual([]);
  await type('Number', 'anything');
  await save();
  await expect.poll(() => saved).toEqual([{ id: '8', version: 1, place: 'south', no: 'anything' }]);
  expect(rules).toEqual([{ ruleCode: 'kiosk_no', value: 'anything' }]);
});
