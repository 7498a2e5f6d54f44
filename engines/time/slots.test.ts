import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dayStartMs } from './calendar.ts';
import { cutAtSlots, SLOT_COUNT, slotOf } from './slots.ts';

const ZONES = ['Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'];
const instant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) });

const minutesPerSlot = (fromMs: number, toMs: number, zone: string): number[] => {
  const minutes = Array.from({ length: SLOT_COUNT }, () => 0);
  for (const piece of cutAtSlots({ fromMs, toMs, zone })) minutes[piece.slot]! += (piece.toMs - piece.fromMs) / 60_000;
  return minutes;
};
const dayIn = (zone: string, date: string): number[] => {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return minutesPerSlot(dayStartMs({ year, month, day }, zone), dayStartMs({ year, month, day: day + 1 }, zone), zone);
};

describe('slotOf', () => {
  it.each([
    ['2026-07-01T00:00:00Z', 'UTC', 0],
    ['2026-07-01T00:29:59.999Z', 'UTC', 0],
    ['2026-07-01T00:30:00Z', 'UTC', 1],
    ['2026-07-01T23:59:59.999Z', 'UTC', 47],
    ['2026-06-30T16:00:00Z', 'Asia/Shanghai', 0],
    ['2026-07-01T15:59:59.999Z', 'Asia/Shanghai', 47],
    ['2026-07-01T00:00:00Z', 'Asia/Kathmandu', 11],
    ['2026-07-01T03:59:00Z', 'America/New_York', 47],
    ['2026-01-01T04:59:00Z', 'America/New_York', 47],
    ['1970-01-01T00:00:00Z', 'America/New_York', 38],
  ])('%s in %s is %i', (text, zone, slot) => {
    expect(slotOf(Date.parse(text), zone)).toBe(slot);
  });

  it('is the half hour that Temporal shows on the wall', () => {
    fc.assert(
      fc.property(instant, fc.constantFrom(...ZONES), (atMs, zone) => {
        const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
        expect(slotOf(atMs, zone)).toBe(local.hour * 2 + Math.floor(local.minute / 30));
      }),
    );
  });
});

describe('cutAtSlots', () => {
  it('fills every slot of an ordinary day with half an hour', () => {
    for (const zone of ZONES) expect(new Set(dayIn(zone, '2026-07-15'))).toEqual(new Set([30]));
  });

  it.each([
    { zone: 'Europe/Berlin', date: '2026-3-29', odd: [4, 5], oddMinutes: 0 },
    { zone: 'Europe/Berlin', date: '2026-10-25', odd: [4, 5], oddMinutes: 60 },
    { zone: 'America/New_York', date: '2026-3-8', odd: [4, 5], oddMinutes: 0 },
    { zone: 'America/New_York', date: '2026-11-1', odd: [2, 3], oddMinutes: 60 },
    { zone: 'Australia/Lord_Howe', date: '2026-4-5', odd: [3], oddMinutes: 60 },
    { zone: 'Australia/Lord_Howe', date: '2026-10-4', odd: [4], oddMinutes: 0 },
    { zone: 'Asia/Shanghai', date: '2026-3-29', odd: [], oddMinutes: 30 },
  ])('in $zone on $date gives the slots $odd $oddMinutes minutes', ({ zone, date, odd, oddMinutes }) => {
    for (const [slot, length] of dayIn(zone, date).entries()) expect(length).toBe(odd.some((one) => one === slot) ? oddMinutes : 30);
  });

  it('leaves no gap, stays in the slot of its first and last instant, and is never longer than a slot', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 0, max: 80 * 3_600_000 }), fc.constantFrom(...ZONES), (fromMs, durationMs, zone) => {
        let reachedMs = fromMs;
        for (const piece of cutAtSlots({ fromMs, toMs: fromMs + durationMs, zone })) {
          expect(piece.fromMs).toBe(reachedMs);
          expect(slotOf(piece.fromMs, zone)).toBe(piece.slot);
          expect(slotOf(piece.toMs - 1, zone)).toBe(piece.slot);
          expect(piece.toMs - piece.fromMs).toBeLessThanOrEqual(1_800_000);
          reachedMs = piece.toMs;
        }
        expect(reachedMs).toBe(fromMs + durationMs);
      }),
    );
  });
});
