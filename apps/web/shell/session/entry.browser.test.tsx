import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languageStore } from '#kit/web/language.ts';
import { beginSession } from '#kit/web/session/session.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { entryChoiceStore } from '../../sign-in/entry-choice.ts';
import { Entry } from './entry.tsx';
import { ROUTER_SHOW, tellChosen } from '../menu/menu.ts';

const nothing = { departs: [], tenantList: [], noDepart: false };
beforeEach(() => {
  beginSession('token', { username: 'ann', realname: 'Ann', roleLevel: 100 });
  entryChoiceStore.set(null);
});

const at = (hour: number): void => {
  vi.spyOn(Date.prototype, 'getHours').mockReturnValue(hour);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
};

test.each([
  ['en_US', 8, 'Good morning, Ann. Welcome back'],
  ['zh_CN', 13, '中午好，Ann，欢迎回来'],
  ['zh_TW', 20, '晚安，Ann，歡迎回來'],
] as const)('in %s at %i whoever comes in is greeted once, by name', async (language, hour, words) => {
  at(hour);
  languageStore.set(language);
  entryChoiceStore.set(nothing);
  show(<Entry>the page</Entry>);
  await expect.element(page.getByText(words)).toBeVisible();
  expect(page.getByText(words).elements()).toHaveLength(1);
  expect(entryChoiceStore.get()).toBeNull();
});

test.each([
  ['en_US', 7, 'Your password expires in 7 days; please change it'],
  ['en_US', 1, 'Your password expires in 1 day; please change it'],
  ['zh_CN', 3, '密码将在3天后过期，请及时修改'],
  ['zh_TW', 3, '密碼將在3天後過期，請及時修改'],
] as const)('in %s a password that expires in %i days is announced', async (language, passwordDaysLeft, words) => {
  beginSession('token', { username: 'ann', realname: 'Ann', roleLevel: 100, passwordDaysLeft });
  languageStore.set(language);
  entryChoiceStore.set(nothing);
  show(<Entry>the page</Entry>);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('a loaded page greets nobody, and neither does one before the department is chosen', async () => {
  at(8);
  languageStore.set('en_US');
  show(<Entry>the page</Entry>);
  await expect.element(page.getByText('the page')).toBeVisible();
  entryChoiceStore.set({ ...nothing, departs: [{ id: '1', departName: 'Depot', orgCode: 'A01', parentId: null }] });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByText(/Welcome back/).elements()).toEqual([]);
  entryChoiceStore.set(nothing);
  await expect.element(page.getByText('Good morning, Ann. Welcome back')).toBeVisible();
});

test('what is chosen in the menu is told with its path and title, wherever it stands', () => {
  const told: unknown[] = [];
  const hear = (event: Event): void => void told.push(event instanceof CustomEvent && event.detail);
  window.addEventListener(ROUTER_SHOW, hear);
  onTestFinished(() => window.removeEventListener(ROUTER_SHOW, hear));
  const entry = (path: string, title: string) => ({ id: path, path, meta: { title } });
  const menu = [{ ...entry('/system', 'System'), children: [entry('/system/user', 'Users')] }];
  for (const path of ['/system/user', '/nowhere', '/system']) tellChosen(menu, path);
  expect(told).toEqual([
    { path: '/system/user', title: 'Users' },
    { path: '/system', title: 'System' },
  ]);
});
