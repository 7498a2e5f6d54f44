import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { dayStartMs, localDate, monthOf, nextTimeOfDayMs } from './calendar.ts';

const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'America/Santiago',
  'Pacific/Apia',
  'UTC',
];

describe('calendar', () => {
  it('turns the month at midnight of the station, not of Greenwich', () => {
    expect(monthOf(Date.parse('2026-07-31T16:00:00Z'), 'Asia/Shanghai')).toBe(8);
    expect(monthOf(Date.parse('2026-07-31T15:59:59.999Z'), 'Asia/Shanghai')).toBe(7);
    expect(monthOf(Date.parse('2026-08-01T03:59:59Z'), 'America/New_York')).toBe(7);
    expect(localDate(Date.parse('2025-12-31T23:30:00Z'), 'Europe/Berlin')).toEqual({ year: 2026, month: 1, day: 1 });
  });

  it('begins each day when Temporal does, also where summer time begins at midnight', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 366 * 12 }), (zone, days) => {
        const date = Temporal.PlainDate.from('2018-01-01').add({ days });
        const start = date.toZonedDateTime({ timeZone: zone }).startOfDay();
        expect(dayStartMs({ year: date.year, month: date.month, day: date.day }, zone)).toBe(start.epochMilliseconds);
      }),
      { numRuns: 1_000 },
    );
  });

  it('has days of 23, 24 and 25 hours, and a day that starts at one', () => {
    const hours = (zone: string, month: number, day: number): number =>
      (dayStartMs({ year: 2026, month, day: day + 1 }, zone) - dayStartMs({ year: 2026, month, day }, zone)) / 3_600_000;
    expect(hours('Europe/Berlin', 3, 29)).toBe(23);
    expect(hours('Europe/Berlin', 10, 25)).toBe(25);
    expect(hours('America/New_York', 3, 8)).toBe(23);
    expect(hours('Asia/Shanghai', 3, 29)).toBe(24);
    expect(hours('America/Havana', 3, 8)).toBe(23);
    expect(new Date(dayStartMs({ year: 2026, month: 3, day: 8 }, 'America/Havana')).toISOString()).toBe('2026-03-08T05:00:00.000Z');
  });

  it('knows when a clock next shows a time, today or tomorrow, also where it leaps over it', () => {
    const next = (now: string, minutes: number, zone: string) => {
      const atMs = nextTimeOfDayMs(Date.parse(now), minutes, zone);
      return atMs === undefined ? undefined : new Date(atMs).toISOString();
    };
    expect(next('2026-06-01T12:00:00Z', 450, 'Asia/Shanghai')).toBe('2026-06-01T23:30:00.000Z');
    expect(next('2026-06-01T23:29:59Z', 450, 'Asia/Shanghai')).toBe('2026-06-01T23:30:00.000Z');
    expect(next('2026-06-01T23:30:00Z', 450, 'Asia/Shanghai')).toBe('2026-06-02T23:30:00.000Z');
    expect(next('2026-03-28T22:00:00Z', 450, 'Europe/Berlin')).toBe('2026-03-29T05:30:00.000Z');
    expect(next('2026-03-28T23:30:00Z', 150, 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect([-1, 1_440, 0.5].map((minutes) => next('2026-06-01T12:00:00Z', minutes, 'UTC'))).toEqual([undefined, undefined, undefined]);
  });
});
