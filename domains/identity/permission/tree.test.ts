import { expect, test } from 'vitest';
import { changesOf, codesOfIds, flatten, heldIds, matchingRights, tickOf, toggleNode } from './tree.rules.ts';
import type { RightsNode } from './tree.rules.ts';

interface Node extends RightsNode {
  readonly children?: readonly Node[];
}
const leaf = (perms: string): Node => ({ id: perms, title: `Title ${perms}`, perms });
const page: Node = { ...leaf('user:list'), title: 'Users', children: [leaf('user:add'), leaf('user:edit'), leaf('user:a,user:b')] };
const group: Node = { id: 'g', title: 'System', perms: null, children: [page, leaf('role:list')] };
const all = { deep: true, usable: () => true };

test('a group is ticked as what is below it, a page as itself', () => {
  expect(tickOf(group, new Set())).toBe('none');
  expect(tickOf(group, new Set(['role:list']))).toBe('some');
  expect(tickOf(page, new Set(['user:list']))).toBe('all');
  expect(tickOf(leaf('user:a,user:b'), new Set(['user:a']))).toBe('some');
  expect(tickOf(group, new Set(['user:list', 'user:add', 'user:edit', 'user:a', 'user:b', 'role:list']))).toBe('all');
});

test('ticking takes what is below along only when asked, and leaves what may not be given', () => {
  expect(toggleNode(page, new Set(), { ...all, on: true, deep: false })).toEqual(['user:list']);
  expect(toggleNode(page, new Set(), { ...all, on: true })).toEqual(['user:list', 'user:add', 'user:edit', 'user:a', 'user:b']);
  expect(toggleNode(group, new Set(), { on: true, deep: false, usable: (code) => code !== 'user:edit' })).not.toContain('user:edit');
  expect(toggleNode(group, new Set(['user:edit', 'role:list', 'x']), { on: false, deep: false, usable: (code) => code !== 'user:edit' })).toEqual([
    'user:edit',
    'x',
  ]);
});

test('a search keeps what stands above, and all below a hit', () => {
  expect(matchingRights([group], 'USER:ADD').map((node) => flatten([node]).map(({ id }) => id))).toEqual([['g', 'user:list', 'user:add']]);
  expect(flatten(matchingRights([group], 'users'))).toHaveLength(5);
  expect(matchingRights([group], 'nothing')).toEqual([]);
  expect(matchingRights([group], ' ')).toEqual([group]);
});

test('what a save gives and takes', () => {
  expect(changesOf(['a', 'b'], ['b', 'c'])).toEqual({ granted: ['c'], revoked: ['a'] });
});

test('records are named for a save by the codes that are ticked, and codes found again by the records', () => {
  expect(heldIds([group], ['user:a', 'user:list'])).toEqual(['user:list']);
  expect(heldIds([group], ['user:a', 'user:b'])).toEqual(['user:a,user:b']);
  expect(codesOfIds([group], ['g', 'user:a,user:b', 'role:list'])).toEqual(['user:a', 'user:b', 'role:list']);
});
