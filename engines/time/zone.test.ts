import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { isInstant, isZone, offsetAt, offsetSpan } from './zone.ts';

const ZONES = [
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Africa/Casablanca',
  'America/Havana',
  'Africa/Cairo',
  'Asia/Beirut',
  'Pacific/Apia',
  'UTC',
];

const temporalOffset = (instantMs: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone).offsetNanoseconds / 1_000_000;

describe('offsetAt', () => {
  it('is what Temporal says, in many zones from 1975 to 2037', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: Date.UTC(1975, 0, 1), max: Date.UTC(2037, 0, 1) }), (zone, instantMs) => {
        expect(offsetAt(instantMs, zone)).toBe(temporalOffset(instantMs, zone));
      }),
      { numRuns: 1_500 },
    );
  });

  it.each(ZONES)('changes in %s at exactly the instant at which Temporal changes', (zone) => {
    let from = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2006, 0, 1)).toZonedDateTimeISO(zone);
    for (let count = 0; count < 60; count += 1) {
      const next = from.getTimeZoneTransition('next');
      if (!next || next.year > 2030) break;
      const atMs = next.epochMilliseconds;
      for (const nearMs of [atMs - 1_000, atMs - 1, atMs, atMs + 1, atMs + 3_600_000])
        expect(offsetAt(nearMs, zone)).toBe(temporalOffset(nearMs, zone));
      expect(offsetSpan(atMs - 1, zone).toMs).toBe(atMs);
      from = next;
    }
  });

  it('never claims an offset beyond its span', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2037, 0, 1) }), (zone, instantMs) => {
        const span = offsetSpan(instantMs, zone);
        expect(span.fromMs <= instantMs && instantMs < span.toMs).toBe(true);
        for (const withinMs of [span.fromMs, span.toMs - 1]) expect(temporalOffset(withinMs, zone)).toBe(span.offsetMs);
      }),
      { numRuns: 300 },
    );
  });

  it('throws for what is no zone or no instant', () => {
    expect(() => offsetAt(0, 'Mars/Olympus')).toThrow(RangeError);
    expect(() => offsetAt(Number.NaN, 'UTC')).toThrow(RangeError);
    expect(() => offsetAt(9e15, 'UTC')).toThrow(RangeError);
  });
});

describe('isZone and isInstant', () => {
  it('knows zones by name only', () => {
    expect(ZONES.every(isZone)).toBe(true);
    expect(isZone('America/Argentina/Buenos_Aires')).toBe(true);
    for (const bad of ['', 'Mars/Olympus', '+08:00', 'UTC+8', 'Europe/Berlin ', '../etc', 'A'.repeat(100)]) expect(isZone(bad)).toBe(false);
  });

  it('takes whole milliseconds from 1970 to 9999', () => {
    expect([0, 1_700_000_000_000].every(isInstant)).toBe(true);
    for (const bad of [-1, 0.5, Number.NaN, Infinity, 9e15]) expect(isInstant(bad)).toBe(false);
  });
});
