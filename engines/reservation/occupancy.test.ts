import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalProblem, longestMinutes, MINUTES_MAX, occupancy } from './occupancy.ts';
import type { Interval } from './occupancy.ts';

/** Consecutive intervals from 0, with random lengths and prices. */
const joined = fc
  .array(fc.record({ length: fc.integer({ min: 1, max: 72 }), minuteCents: fc.bigInt({ min: 0n, max: 100_000n }) }), { minLength: 1, maxLength: 20 })
  .map((parts) => {
    let fromMinute = 0;
    return parts.map(({ length, minuteCents }): Interval => {
      const interval = { fromMinute, toMinute: fromMinute + length, minuteCents };
      fromMinute += length;
      return interval;
    });
  });

/** An independent count: as each minute ends, its cost is added to the bill. */
const watched = (intervals: readonly Interval[], heldMs: number): bigint => {
  let billCents = 0n;
  for (let minute = 0; (minute + 1) * 60_000 <= heldMs; minute++)
    billCents += intervals.find(({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute)?.minuteCents ?? 0n;
  return billCents;
};

describe('the occupancy fee', () => {
  it('is what a watch beside the gun would have counted', () => {
    fc.assert(
      fc.property(joined, fc.integer({ min: -5 * 60_000, max: 1_500 * 60_000 }), (intervals, heldMs) => {
        const { minutes, feeCents } = occupancy(intervals, heldMs);
        expect(feeCents).toBe(watched(intervals, heldMs));
        expect(minutes).toBe(Math.max(0, Math.min(Math.floor(heldMs / 60_000), longestMinutes(intervals))));
      }),
    );
  });

  it('never shrinks as time goes on, and stands still after the last interval', () => {
    fc.assert(
      fc.property(joined, fc.nat(MINUTES_MAX * 60_000), fc.nat(3_600_000), (intervals, heldMs, moreMs) => {
        expect(occupancy(intervals, heldMs + moreMs).feeCents >= occupancy(intervals, heldMs).feeCents).toBe(true);
        const whole = longestMinutes(intervals) * 60_000;
        expect(occupancy(intervals, whole + moreMs)).toEqual(occupancy(intervals, whole));
      }),
    );
  });

  it('leaves out the minute that has only begun', () => {
    const intervals = [
      { fromMinute: 0, toMinute: 15, minuteCents: 0n },
      { fromMinute: 15, toMinute: 60, minuteCents: 20n },
    ];
    expect(occupancy(intervals, 16 * 60_000 - 1)).toEqual({ minutes: 15, feeCents: 0n });
    expect(occupancy(intervals, 16 * 60_000)).toEqual({ minutes: 16, feeCents: 20n });
    expect(occupancy([], 60_000)).toEqual({ minutes: 0, feeCents: 0n });
  });
});

describe('intervals', () => {
  it('join up from 0, or the first that does not is named', () => {
    fc.assert(
      fc.property(joined, fc.nat(19), fc.integer({ min: -30, max: 30 }), (intervals, place, shift) => {
        expect(intervalProblem(intervals)).toBeNull();
        const index = place % intervals.length;
        const moved = intervals.map((each, at) => (at === index ? { ...each, fromMinute: each.fromMinute + shift } : each));
        expect(intervalProblem(moved)).toEqual(shift === 0 ? null : { problem: 'gap', index, expectedMinute: intervals[index]?.fromMinute });
        const ended = intervals.map((each, at) => (at === index ? { ...each, toMinute: each.fromMinute } : each));
        expect(intervalProblem(ended)).toEqual({ problem: 'empty', index, fromMinute: intervals[index]?.fromMinute });
      }),
    );
    expect(intervalProblem([])).toEqual({ problem: 'none' });
  });
});
