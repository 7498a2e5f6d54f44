import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBy } from './group-by.ts';

test('keys stand in the order of their first items, and items in their own', () => {
  const groups = groupBy(['pile 1', 'gun 1', 'pile 2'], (name) => name.split(' ')[0]);
  expect([...groups]).toEqual([
    ['pile', ['pile 1', 'pile 2']],
    ['gun', ['gun 1']],
  ]);
});

test('every item is in the group of its key, and in no other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 })), (items) => {
      const groups = groupBy(items, (item) => item % 7);
      for (const [key, group] of groups) expect(group).toEqual(items.filter((item) => item % 7 === key));
      expect([...groups.values()].flat()).toHaveLength(items.length);
    }),
  );
});
