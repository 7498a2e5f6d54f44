import { expect, test } from 'vitest';
import { landingOf, pagesOf, pageOf, shownIn, wayOut } from './menu.ts';
import type { MenuNode } from './menu.ts';

const page = (path: string, more: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  path,
  component: `x${path}`,
  route: '1',
  meta: { title: path },
  ...more,
});
const menu = [
  page('/network', { children: [page('/network/station'), page('/network/station/:id', { hidden: true }), page('/network/station/new')] }),
  page('/quiet', { children: [page('/quiet/one', { hidden: true })] }),
  page('/docs', { route: '0' }),
];

test('an address finds its page; an exact path wins over a parameter', () => {
  const pages = pagesOf(menu);
  expect(pageOf(pages, '/network/station/new')?.node.path).toBe('/network/station/new');
  expect(pageOf(pages, '/network/station/7')?.node.path).toBe('/network/station/:id');
  expect(pageOf(pages, '/network/station')?.groups.map(({ path }) => path)).toEqual(['/network']);
  expect(pageOf(pages, '/docs')).toBeUndefined();
  expect(pageOf(pages, '/nowhere')).toBeUndefined();
});

test('hidden entries are left out, and so are groups of nothing else', () => {
  expect(shownIn(menu).map(({ path }) => path)).toEqual(['/network', '/docs']);
  expect(shownIn(menu)[0]?.children?.map(({ path }) => path)).toEqual(['/network/station', '/network/station/new']);
});

test('an entry that always shows leads where it says, else to its first visible page; one that leads out is no page', () => {
  const out = page('/out', { meta: { title: 'Out', internalOrExternal: true, url: 'https://maps.example/' } });
  const group = page('/all', { alwaysShow: true, children: [page('/all/hidden', { hidden: true }), page('/all/one'), out] });
  expect(landingOf([group], '/all')).toBe('/all/one');
  expect(landingOf([{ ...group, redirect: '/all/hidden' }], '/all')).toBe('/all/hidden');
  expect(landingOf(menu, '/network/station')).toBe('/network/station');
  expect(pagesOf([group]).map(({ node }) => node.path)).toEqual(['/all/hidden', '/all/one']);
  expect([wayOut([group], '/out'), wayOut([group], '/all/one')]).toEqual([out, undefined]);
});
