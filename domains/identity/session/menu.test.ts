import { expect, test } from 'vitest';
import { menuGroups } from '#kit/resource/menu.ts';
import type { MenuEntry } from '#kit/resource/menu.ts';
import { identity } from '../resources.ts';
import { HOME_PATH, menuOf } from './menu.rules.ts';
import { rulesOf } from './permission.rules.ts';

const entry = (path: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  path,
  component: `x/${path.slice(1)}`,
  title: [`${path}简`, `${path}繁`, path],
  icon: 'car',
  group: menuGroups.network,
  order: 1,
  allow: `${path.slice(1)}:list`,
  ...more,
});
const everybody = { may: () => true, language: 'en_US' } as const;

test('groups stand in their order with their entries in theirs, home before all', () => {
  const menu = menuOf([entry('/b', { order: 2 }), entry('/log', { group: menuGroups.device }), entry('/a')], everybody);
  expect(menu.map((node) => [node.path, node.children?.map((child) => child.path)])).toEqual([
    [HOME_PATH, undefined],
    ['/network', ['/a', '/b']],
    ['/device', ['/log']],
  ]);
  expect(menu[1]).toMatchObject({
    route: '1',
    redirect: null,
    component: 'layouts/RouteView',
    meta: { title: 'Network', icon: 'cluster', keepAlive: false, componentName: 'RouteView' },
  });
  expect(menu[1]?.children?.[0]).toMatchObject({
    name: 'a',
    component: 'x/a',
    meta: { title: '/a', keepAlive: true, internalOrExternal: false, componentName: 'a' },
  });
});

test('what a person may not open is not there, and neither is a group without anything', () => {
  const menu = menuOf([entry('/a'), entry('/log', { group: menuGroups.device })], {
    may: (permission) => permission === 'log:list',
    language: 'zh_CN',
  });
  expect(menu.map((node) => node.path)).toEqual([HOME_PATH, '/device']);
  expect(menu[1]?.children?.map((child) => child.meta.title)).toEqual(['/log简']);
});

test('a group of hidden pages is hidden itself, a mixed one is not', () => {
  const [, hidden] = menuOf([entry('/a', { hidden: true })], everybody);
  expect(hidden).toMatchObject({ hidden: true, children: [{ hidden: true }] });
  const [, mixed] = menuOf([entry('/a', { hidden: true }), entry('/b')], everybody);
  expect(mixed?.hidden).toBeUndefined();
});

test('a home of the program replaces the one that is put in', () => {
  const menu = menuOf([entry(HOME_PATH, { group: menuGroups.monitor }), entry('/order/:id')], everybody);
  expect(menu.map((node) => node.path)).toEqual(['/monitor', '/network']);
  expect(menu[1]?.children?.[0]?.name).toBe('order-@id');
});

test('a permission reads like words in each language', () => {
  const described = (language: 'zh_CN' | 'en_US') =>
    rulesOf(['user:edit', 'user:password', 'nobody:knows'], { features: identity.features, language }).map((rule) => rule.describe);
  expect(described('en_US')).toEqual(['User: edit', 'User: Reset password', 'nobody: knows']);
  expect(described('zh_CN')).toEqual(['用户: 编辑', '用户: 重置密码', 'nobody: knows']);
});
