import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plusDays } from '../charge-sum/period-before.rules.ts';
import { partsOfSpans, weightsByDay } from './running-total.rules.ts';

const FIRST = '2026-01-01';
const DAYS = 40;
const dayAt = (index: number): string => plusDays(FIRST, index);

const cases = fc.record({
  /** What each day has now, and what it had when the totals were made; they differ on changed days only. */
  amounts: fc.array(fc.tuple(fc.nat(1_000), fc.option(fc.nat(1_000))), { minLength: DAYS, maxLength: DAYS }),
  oldest: fc.nat(DAYS - 1),
  count: fc.nat(DAYS),
  spans: fc.array(fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1)), { minLength: 1, maxLength: 3 }),
});

test('the parts of spans add up to their days, whichever days have totals or have changed', () => {
  fc.assert(
    fc.property(cases, ({ amounts, oldest, count, spans }) => {
      const now = amounts.map(([amount]) => amount);
      const before = amounts.map(([amount, old]) => old ?? amount);
      const known = amounts.slice(oldest, oldest + count).map(([, old], at) => ({ day: dayAt(oldest + at), isChanged: old !== null }));
      // A total contains whatever was before the oldest day.
      const totalAt = (day: string): number =>
        7_000 + before.slice(0, before.findIndex((_amount, at) => dayAt(at) === day) + 1).reduce((sum, n) => sum + n, 0);
      const asked = spans.map(([one, other]) => ({ from: dayAt(Math.min(one, other)), to: dayAt(Math.max(one, other)) }));
      const { totals, days } = partsOfSpans(asked, known);
      expect(totals.every(({ day }) => known.some((each) => each.day === day))).toBe(true);
      for (const parts of [totals, days]) {
        const { first = FIRST, weights } = weightsByDay(parts);
        const listed = weights.map((each, index) => ({ day: plusDays(first, index), weights: each })).filter((each) => each.weights.length > 0);
        expect(listed).toEqual(parts.toSorted((one, other) => (one.day < other.day ? -1 : 1)));
      }
      for (const [at, { from, to }] of asked.entries()) {
        const fromTotals = totals.reduce((sum, { day, weights }) => sum + (weights[at] ?? 0) * totalAt(day), 0);
        const fromDays = days.reduce(
          (sum, { day, weights }) => sum + (weights[at] ?? 0) * (now[now.findIndex((_amount, n) => dayAt(n) === day)] ?? 0),
          0,
        );
        const right = now.filter((_amount, n) => from <= dayAt(n) && dayAt(n) <= to).reduce((sum, n) => sum + n, 0);
        expect(fromTotals + fromDays).toBe(right);
      }
    }),
  );
});

test('a span within totals needs two of them and no day', () => {
  const known = Array.from({ length: DAYS }, (_unused, at) => ({ day: dayAt(at), isChanged: false }));
  expect(partsOfSpans([{ from: dayAt(5), to: dayAt(30) }], known)).toEqual({
    totals: [
      { day: dayAt(30), weights: [1] },
      { day: dayAt(4), weights: [-1] },
    ],
    days: [],
  });
});
