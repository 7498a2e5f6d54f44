import { expect, test } from 'vitest';
import type { MenuNode } from '../menu/menu.ts';
import { pageHits } from './hits.ts';

const node = (path: string, title: string, more: Partial<MenuNode> = {}): MenuNode => ({ id: path, path, meta: { title }, ...more });
const menu = [
  node('/network', 'Network', { children: [node('/network/station', 'Stations'), node('/network/secret', 'Station secrets', { hidden: true })] }),
  node('/none', 'Station without a page', { route: '0' }),
  node('/out', 'Station map', { meta: { title: 'Station map', internalOrExternal: true, url: 'https://maps.example/' } }),
];
const titles = new Map([['/network/station', ['站点', '站點', 'Stations'] as const]]);

test('a page is found by its name in any language, with its group; hidden pages and groups are not', () => {
  expect(pageHits(menu, 'STATION', titles).map(({ path, note }) => [path, note])).toEqual([
    ['/network/station', 'Network'],
    ['/out', ''],
  ]);
  expect(pageHits(menu, '站點', titles).map(({ path }) => path)).toEqual(['/network/station']);
  expect(pageHits(menu, 'network', titles)).toEqual([]);
  expect(pageHits(menu, 'map', titles)[0]?.external?.path).toBe('/out');
});

test('all that fit, in the order of the menu', () => {
  const many = Array.from({ length: 12 }, (_none, n) => node(`/page/${n}`, `Page ${n}`));
  expect(pageHits(many, 'page', titles).map(({ title }) => title)).toEqual(Array.from({ length: 12 }, (_none, n) => `Page ${n}`));
  expect(pageHits(many, 'page 11', titles)).toHaveLength(1);
});
