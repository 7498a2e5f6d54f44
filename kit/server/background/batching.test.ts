import { expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { createGate } from '#kit/test/gate.ts';
import { batched } from './batching.ts';

test('items of one turn go together, later ones in the next call, never more than the most', async () => {
  const calls: (readonly number[])[] = [];
  const gate = createGate();
  const double = batched<number, number>({
    max: 3,
    work: async (items) => {
      calls.push(items);
      await gate.opened;
      return items.map((item) => item * 2);
    },
  });
  const first = [1, 2].map(double);
  await eventually(() => expect(calls).toEqual([[1, 2]]));
  const later = [3, 4, 5, 6].map(double);
  gate.open();
  expect(await Promise.all([...first, ...later])).toEqual([2, 4, 6, 8, 10, 12]);
  expect(calls).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failed call is its own items’ failure only', async () => {
  const work = batched<number, number>({ max: 1, work: async ([item = 0]) => (item === 2 ? Promise.reject(new Error('two')) : [item]) });
  const results = await Promise.allSettled([work(1), work(2), work(3)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const lossy = batched<number, number>({ max: 9, work: async () => [] });
  await expect(lossy(1)).rejects.toThrow('1 items gave 0 results');
});
