import { describe, expect, test } from 'vitest';
import { connectedGroups } from './connected-groups.ts';

const groupsOf = (...items: readonly string[]) => connectedGroups(items, (item) => item.split(''));

describe('items are in one group', () => {
  test('when they share a key', () => expect(groupsOf('ab', 'cd', 'be')).toEqual([['cd'], ['ab', 'be']]));

  test('when a later one connects them, in their own order', () => expect(groupsOf('ab', 'cd', 'ef', 'db')).toEqual([['ef'], ['ab', 'cd', 'db']]));

  test('and not otherwise', () => expect(groupsOf('ab', 'c', 'de')).toEqual([['ab'], ['c'], ['de']]));
});
