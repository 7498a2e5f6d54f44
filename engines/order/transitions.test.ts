import { describe, expect, it } from 'vitest';
import { orderState, rankOrder, type OrderState } from './codes.ts';
import { isAllowed, transitionPairs, transitions } from './transitions.ts';

/** The expected transitions, copied by hand from the requirements, so that the table cannot drift unnoticed. */
const expected: Readonly<Record<string, readonly OrderState[]>> = {
  null: [0, 3, 9],
  0: [1, 3, 6],
  1: [3, 6],
  6: [2, 3, 9],
  2: [3, 9],
  3: [4, 9],
  4: [5],
  5: [],
  9: [2, 3, 4],
};
const states: readonly OrderState[] = Object.values(orderState);

describe('the table of transitions', () => {
  it('names every row of the design, and ours', () => {
    expect([...new Set(transitions.map(({ row }) => row))]).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
  });

  it.each([null, ...states])('lets %s go exactly where the design says', (from) => {
    const reached = states.filter((to) => from !== to && isAllowed(from, to));
    expect(new Set(reached)).toEqual(new Set(expected[String(from)]));
  });

  it('lists each allowed pair once', () => {
    const names = transitionPairs().map(({ from, to }) => `${from}>${to}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(Object.values(expected).flat().length);
  });

  it('never goes back in rank, 9 aside', () => {
    for (const { from, to } of transitionPairs()) {
      if (from === null || from === 9 || to === 9) continue;
      expect(rankOrder.indexOf(to)).toBeGreaterThan(rankOrder.indexOf(from));
    }
  });
});
