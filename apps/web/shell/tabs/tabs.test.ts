import type { Location } from 'react-router';
import { expect, test } from 'vitest';
import { addressOf, closedBy, evict, inOrder, remembered, shownAfter, visit } from './tabs.ts';
import type { Tab } from './tabs.ts';

const at = (pathname: string, search = ''): Location => ({ pathname, search, hash: '', state: null, key: `${pathname}${search}` });
const opened = (...paths: readonly string[]): readonly Tab[] => paths.reduce<readonly Tab[]>((tabs, path) => visit(tabs, at(path)), []);
const pathsOf = (tabs: readonly Tab[]) => tabs.map(({ path }) => path);
const idle = () => false;

test('an address opens one tab for its path, and its query travels with it', () => {
  const tabs = visit(visit(opened('/home', '/a'), at('/b', '?pageNo=2')), at('/a', '?name=x'));
  expect(tabs.map((tab) => addressOf(tab.location))).toEqual(['/home', '/a?name=x', '/b?pageNo=2']);
  expect(tabs.map(({ shownSequence }) => shownSequence)).toEqual([1, 4, 3]);
});

test('home stands first wherever it came from, and pages that are gone do not stand at all', () => {
  const pages = { home: '/home', exists: (path: string) => path !== '/gone' };
  expect(pathsOf(inOrder(opened('/a', '/gone', '/home', '/b'), pages))).toEqual(['/home', '/a', '/b']);
  expect(inOrder(remembered(['/a?x=1']), pages)).toMatchObject([
    { path: '/home', shownSequence: 0 },
    { path: '/a', shownSequence: 0, location: { search: '?x=1' } },
  ]);
});

test.each([
  { closing: 'this', path: '/b', closed: ['/b'], next: '/c' },
  { closing: 'this', path: '/home', closed: [], next: '/b' },
  { closing: 'left', path: '/c', closed: ['/a', '/b'], next: '/c' },
  { closing: 'right', path: '/a', closed: ['/b', '/c'], next: '/a' },
  { closing: 'others', path: '/b', closed: ['/a', '/c'], next: '/b' },
  { closing: 'others', path: '/home', closed: ['/a', '/b', '/c'], next: '/home' },
] as const)('closing $closing at $path closes $closed, and $next is shown', ({ closing, path, closed, next }) => {
  const paths = ['/home', '/a', '/b', '/c'];
  expect(closedBy(paths, path, closing)).toEqual(closed);
  expect(shownAfter(paths, closed, closing === 'this' ? '/b' : path)).toBe(next);
});

test('the last tab of the strip gives way to the one before', () => {
  expect(shownAfter(['/home', '/a', '/b'], ['/b'], '/b')).toBe('/a');
});

test('twenty pages are kept; the longest unseen goes first, unless work would go with it', () => {
  const many = opened(...Array.from({ length: 23 }, (_, index) => `/p${index}`));
  const built = (tabs: readonly Tab[]) => pathsOf(tabs.filter(({ shownSequence }) => shownSequence > 0));
  expect(built(evict(many, idle))).toEqual(pathsOf(many).slice(3));
  expect(evict(many, idle)).toHaveLength(23);
  expect(built(evict(many, (path) => path === '/p1'))).toEqual(['/p1', ...pathsOf(many).slice(3)]);
});
