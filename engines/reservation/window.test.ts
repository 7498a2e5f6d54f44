import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { occupancy } from './occupancy.ts';
import { closedFromMs, keptOccupancy, promiseOf, USEFUL_CHARGE_MS, windowOf, windowProblem } from './window.ts';

const MIN = 60_000;
const NOW = Date.UTC(2026, 10, 27, 12);
const minutes = fc.integer({ min: -3_000, max: 3_000 });
const clear = fc.integer({ min: 0, max: 60 });

describe('a charge before a reservation', () => {
  it('is refused exactly when it could not be useful, and otherwise ends in time', () => {
    fc.assert(
      fc.property(minutes, clear, (ahead, clearMinutes) => {
        const fromMs = NOW + ahead * MIN;
        const { isReservedSoon, endByMs } = promiseOf({ fromMs }, clearMinutes * MIN, NOW);
        expect(isReservedSoon).toBe(fromMs - clearMinutes * MIN - NOW <= USEFUL_CHARGE_MS);
        expect(endByMs).toBe(clearMinutes === 0 ? null : fromMs - clearMinutes * MIN);
        expect(isReservedSoon || (endByMs ?? fromMs) - NOW > USEFUL_CHARGE_MS).toBe(true);
      }),
    );
    expect(closedFromMs(NOW, 10 * MIN)).toBe(NOW - 20 * MIN);
  });
});

describe('a window', () => {
  it.each([
    [null, NOW],
    [NOW - 59_000, NOW],
    [NOW + 59_000, NOW],
    [NOW + 61_000, NOW + 61_000],
    [NOW - 61_000, NOW - 61_000],
  ])('from %s begins at %s', (fromMs, beginsMs) => {
    expect(windowOf(fromMs, 30, NOW)).toEqual({ fromMs: beginsMs, untilMs: beginsMs + 30 * MIN });
  });

  it.each([
    [-2 * MIN, 'past'],
    [0, null],
    [60 * MIN, null],
    [60 * MIN + 1, 'tooFar'],
  ])('that begins %s ms from now is %s', (inMs, problem) => {
    expect(windowProblem({ fromMs: NOW + inMs, untilMs: NOW + inMs + MIN }, { nowMs: NOW, aheadMaxMs: 60 * MIN })).toBe(problem);
  });
});

describe('the fee of a kept gun', () => {
  const intervals = [{ fromMinute: 0, toMinute: 60, minuteCents: 10n }];
  it('counts only the time within the window for which the gun was kept', () => {
    fc.assert(
      fc.property(minutes, fc.option(minutes, { nil: null }), minutes, (from, kept, end) => {
        const window = { fromMs: NOW + from * MIN, untilMs: NOW + (from + 60) * MIN, keptSinceMs: kept === null ? null : NOW + kept * MIN };
        const { minutes: counted, feeCents } = keptOccupancy(intervals, window, NOW + end * MIN);
        // An independent count: each minute of the window, one by one.
        const watched = Array.from({ length: 60 }, (_, n) => from + n).filter((minute) => kept !== null && minute >= kept && minute < end).length;
        expect([counted, feeCents]).toEqual([watched, BigInt(watched) * 10n]);
      }),
    );
    expect(keptOccupancy(intervals, { fromMs: NOW, untilMs: NOW + 60 * MIN, keptSinceMs: NOW }, NOW + 5 * MIN)).toEqual(
      occupancy(intervals, 5 * MIN),
    );
  });
});
