import { describe, expect, test } from 'vitest';
import { searchNodes, halfCheckedKeys, toggledKeys } from './tree.ts';
import type { TreeNode } from './tree.ts';

const nodes: readonly TreeNode[] = [
  {
    key: 'a',
    title: 'Head office',
    children: [
      { key: 'b', title: 'Sales' },
      { key: 'c', title: 'Operations', children: [{ key: 'd', title: 'Night shift' }] },
    ],
  },
  { key: 'e', title: 'Night sales' },
];
const tick = (checked: readonly string[], key: string, how: { readonly linked?: boolean; readonly multi?: boolean } = {}) =>
  [...toggledKeys({ nodes, checked, key, linked: false, multi: true, ...how })].toSorted();

describe('a tick', () => {
  test('counts for the node alone, unless parents and children are linked', () => {
    expect(tick([], 'a')).toEqual(['a']);
    expect(tick(['a', 'b'], 'a')).toEqual(['b']);
    expect(tick([], 'a', { linked: true })).toEqual(['a', 'b', 'c', 'd']);
  });

  test('fills a parent with its last child and empties it with any', () => {
    expect(tick(['b'], 'd', { linked: true })).toEqual(['a', 'b', 'c', 'd']);
    expect(tick(['a', 'b', 'c', 'd', 'e'], 'd', { linked: true })).toEqual(['b', 'e']);
    expect(tick(['a', 'b', 'c', 'd'], 'c', { linked: true })).toEqual(['b']);
  });

  test('is the only one where one is chosen', () => {
    expect(tick(['a'], 'e', { multi: false })).toEqual(['e']);
    expect(tick(['e'], 'e', { multi: false })).toEqual([]);
  });
});

test('a word finds each node by itself, with what stands above it', () => {
  expect(searchNodes(nodes, ' NIGHT')).toEqual([
    { key: 'd', title: 'Night shift', ancestors: ['Head office', 'Operations'] },
    { key: 'e', title: 'Night sales', ancestors: [] },
  ]);
  expect(searchNodes(nodes, 'nobody')).toEqual([]);
});

test('a parent shows that something below it is checked', () => {
  expect(halfCheckedKeys(nodes, ['d'])).toEqual(['a', 'c']);
  expect(halfCheckedKeys(nodes, ['a', 'b'])).toEqual([]);
});
