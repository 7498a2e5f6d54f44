import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type MeterReading } from './readings.ts';
import { sliceBySlots, type SlicedUsage, type SliceInput } from './slice.ts';
import { atMs, valueOf } from './tariff.fixture.ts';

const read = (text: string, meterDwh: number): MeterReading => ({ atMs: atMs(text), meterDwh: BigInt(meterDwh) });
const slice = (input: Partial<SliceInput> & Pick<SliceInput, 'start' | 'stop'>): SlicedUsage =>
  valueOf(sliceBySlots({ zone: 'UTC', samples: [], ...input }));
const nonZero = (values: readonly (bigint | number)[]): Record<number, number> =>
  Object.fromEntries([...values.entries()].filter(([, value]) => Number(value) !== 0).map(([slot, value]) => [slot, Number(value)]));

describe('sliceBySlots by samples', () => {
  it('interpolates at the borders of half hours', () => {
    const usage = slice({
      start: read('2026-07-01T10:20:00Z', 1_000),
      stop: read('2026-07-01T11:10:00Z', 6_000),
      samples: [read('2026-07-01T10:40:00Z', 3_000)],
    });
    // The meter rises by 2000 in 20 minutes, so it shows 2000 at 10:30. It rises by 3000 in 30 minutes, so it shows 5000 at 11:00.
    expect(nonZero(usage.slotDwh)).toEqual({ 20: 1_000, 21: 3_000, 22: 1_000 });
    expect(nonZero(usage.slotSeconds)).toEqual({ 20: 600, 21: 1_800, 22: 600 });
    expect(usage).toMatchObject({ basis: 'samples', gapInterpolated: false, longestGapMs: 0, bentSamples: 0, residueDwh: 0n, billedDwh: 5_000n });
  });

  it('rounds the meter at a border down, so that nothing is lost', () => {
    const usage = slice({ start: read('2026-07-01T10:29:00Z', 0), stop: read('2026-07-01T10:32:00Z', 10) });
    expect(nonZero(usage.slotDwh)).toEqual({ 20: 3, 21: 7 });
  });

  it('sorts samples, bends falling and impossible ones, and drops those outside the session', () => {
    const tidy = [read('2026-07-01T10:20:00Z', 200), read('2026-07-01T10:40:00Z', 500)];
    const session = { start: read('2026-07-01T10:00:00Z', 100), stop: read('2026-07-01T11:00:00Z', 900) };
    const untidy = [tidy[1]!, read('2026-07-01T10:30:00Z', 150), tidy[0]!, read('2026-07-01T09:00:00Z', 777), read('2026-07-01T11:00:00Z', 888)];
    // The decrease at 10:30 is corrected to the 200 that were already read.
    expect(nonZero(slice({ ...session, samples: untidy }).slotDwh)).toEqual({ 20: 100, 21: 700 });
    expect(slice({ ...session, samples: untidy }).bentSamples).toBe(1);
    expect(nonZero(slice({ ...session, samples: tidy }).slotDwh)).toEqual({ 20: 250, 21: 550 });
    // The lifetime meter in one sample cannot bill more than start to stop.
    const wild = slice({ ...session, samples: [read('2026-07-01T10:10:00Z', 9_100_000)] });
    expect(nonZero(wild.slotDwh)).toEqual({ 20: 800 });
    expect(wild.bentSamples).toBe(1);
  });

  it('flags a stretch longer than a half hour, but only where the meter rose', () => {
    const session = { start: read('2026-07-01T10:00:00Z', 0), stop: read('2026-07-01T12:00:00Z', 700) };
    const resting = slice({ ...session, samples: [read('2026-07-01T10:30:00Z', 700)] });
    expect(resting).toMatchObject({ gapInterpolated: false, longestGapMs: 0 });
    const blind = slice({ ...session, samples: [read('2026-07-01T10:30:00Z', 100), read('2026-07-01T11:00:01Z', 300)] });
    expect(blind).toMatchObject({ gapInterpolated: true, longestGapMs: 3_599_000 });
  });

  it('adds a night across midnight, a month end and a second day into the same labels', () => {
    const usage = slice({ start: read('2026-07-31T23:30:00Z', 0), stop: read('2026-08-02T00:30:00Z', 50_000) });
    expect(usage.slotDwh[47]).toBe(2_000n);
    expect(usage.slotDwh[0]).toBe(2_000n);
    expect(usage.slotDwh[20]).toBe(1_000n);
    expect(usage.slotSeconds[47]).toBe(3_600);
    expect(usage.slotDwh.reduce<bigint>((sum, energy) => sum + energy, 0n)).toBe(50_000n);
  });
});

describe('sliceBySlots on days when the clocks change', () => {
  it.each<{ zone: string; midnight: string; hours: number; odd: Readonly<Record<number, number>> }>([
    // 25 hours: 02:00 to 03:00 occurs twice and fills slots 4 and 5 twice.
    { zone: 'Europe/Berlin', midnight: '2026-10-24T22:00:00Z', hours: 25, odd: { 4: 2, 5: 2 } },
    // 23 hours: 02:00 to 03:00 does not exist.
    { zone: 'Europe/Berlin', midnight: '2026-03-28T23:00:00Z', hours: 23, odd: { 4: 0, 5: 0 } },
    { zone: 'America/New_York', midnight: '2026-11-01T04:00:00Z', hours: 25, odd: { 2: 2, 3: 2 } },
    { zone: 'America/New_York', midnight: '2026-03-08T05:00:00Z', hours: 23, odd: { 4: 0, 5: 0 } },
    { zone: 'Asia/Shanghai', midnight: '2026-10-24T16:00:00Z', hours: 24, odd: {} },
  ])('$zone from $midnight has $hours hours', ({ zone, midnight, hours, odd }) => {
    const start = read(midnight, 0);
    const stop = { atMs: start.atMs + hours * 3_600_000, meterDwh: BigInt(hours * 200) };
    const usage = slice({ zone, start, stop });
    for (let slot = 0; slot < 48; slot += 1) {
      expect(usage.slotDwh[slot]).toBe(BigInt((odd[slot] ?? 1) * 100));
      expect(usage.slotSeconds[slot]).toBe((odd[slot] ?? 1) * 1_800);
    }
  });
});

describe('sliceBySlots without samples', () => {
  const session = { start: read('2026-07-01T10:10:00Z', 0), stop: read('2026-07-01T11:10:00Z', 600) };
  const labels = (energies: Readonly<Record<number, number>>): bigint[] => Array.from({ length: 48 }, (_, slot) => BigInt(energies[slot] ?? 0));

  it('believes the labels of the device', () => {
    const usage = slice({ ...session, deviceSlotDwh: labels({ 20: 500, 21: 100 }) });
    expect(nonZero(usage.slotDwh)).toEqual({ 20: 500, 21: 100 });
    expect(nonZero(usage.slotSeconds)).toEqual({ 20: 1_200, 21: 1_800, 22: 600 });
    expect(usage).toMatchObject({ basis: 'deviceSlots', gapInterpolated: false, residueDwh: 0n });
  });

  it('believes its own samples more than the labels', () => {
    const usage = slice({ ...session, samples: [read('2026-07-01T10:40:00Z', 300)], deviceSlotDwh: labels({ 20: 500, 21: 100 }) });
    expect(usage.basis).toBe('samples');
    expect(nonZero(usage.slotDwh)).toEqual({ 20: 200, 21: 300, 22: 100 });
  });

  it('draws a straight line when the labels hold nothing', () => {
    const usage = slice({ ...session, deviceSlotDwh: labels({}) });
    expect(usage).toMatchObject({ basis: 'startStop', gapInterpolated: true, longestGapMs: 3_600_000 });
    expect(nonZero(usage.slotDwh)).toEqual({ 20: 200, 21: 300, 22: 100 });
  });

  it('gives what is missing to the largest label, and takes what is too much from the largest, then the next', () => {
    const missing = slice({ ...session, deviceSlotDwh: labels({ 20: 400, 21: 190 }) });
    expect(nonZero(missing.slotDwh)).toEqual({ 20: 410, 21: 190 });
    expect(missing.residueDwh).toBe(10n);
    const tooMuch = slice({ ...session, billedDwh: 100n, deviceSlotDwh: labels({ 20: 400, 21: 190 }) });
    expect(nonZero(tooMuch.slotDwh)).toEqual({ 21: 100 });
    expect(tooMuch.residueDwh).toBe(-490n);
  });

  it('breaks ties of labels by time, then by where the session started', () => {
    expect(nonZero(slice({ ...session, billedDwh: 7n, stop: { ...session.stop, meterDwh: 0n } }).slotDwh)).toEqual({ 21: 7 });
    const moment = { start: session.start, stop: { ...session.start, meterDwh: 9n } };
    expect(nonZero(slice(moment).slotDwh)).toEqual({ 20: 9 });
  });
});

describe('sliceBySlots refuses', () => {
  const start = read('2026-07-01T10:00:00Z', 500);
  const stop = read('2026-07-01T11:00:00Z', 900);
  it.each<[string, Partial<SliceInput>]>([
    ['slice.stopBeforeStart', { stop: { ...stop, atMs: start.atMs - 1 } }],
    ['slice.meterBackwards', { stop: { ...stop, meterDwh: 499n } }],
    ['slice.sessionTooLong', { stop: { ...stop, atMs: start.atMs + 32 * 86_400_000 } }],
    ['slice.instantInvalid', { stop: { ...stop, atMs: Number.NaN } }],
    ['slice.instantInvalid', { samples: [{ atMs: 1.5, meterDwh: 1n }] }],
    ['slice.energyNegative', { billedDwh: -1n }],
    ['slice.energyTooLarge', { stop: { ...stop, meterDwh: 20_000_000_000n } }],
    ['slice.deviceSlotsInvalid', { deviceSlotDwh: [1n] }],
    ['slice.deviceSlotsInvalid', { deviceSlotDwh: Array.from({ length: 48 }, () => -1n) }],
  ])('%s', (refusal, change) => {
    expect(sliceBySlots({ zone: 'UTC', start, stop, samples: [], ...change })).toEqual({ ok: false, refusal });
  });
});

describe('sliceBySlots always', () => {
  const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe');
  const startMs = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 11, 31) });

  it('adds up to the billed energy and to the seconds of the session, without a negative slot', () => {
    fc.assert(
      fc.property(
        fc.record({
          zone: zones,
          atStartMs: startMs,
          durationMs: fc.integer({ min: 0, max: 50 * 3_600_000 }),
          rise: fc.bigInt({ min: 0n, max: 5_000_000n }),
          samples: fc.array(fc.tuple(fc.integer({ min: -3_600_000, max: 60 * 3_600_000 }), fc.bigInt({ min: -1_000n, max: 6_000_000n })), {
            maxLength: 30,
          }),
        }),
        ({ zone, atStartMs, durationMs, rise, samples }) => {
          const usage = slice({
            zone,
            start: { atMs: atStartMs, meterDwh: 77n },
            stop: { atMs: atStartMs + durationMs, meterDwh: 77n + rise },
            samples: samples.map(([afterMs, meter]) => ({ atMs: atStartMs + afterMs, meterDwh: 77n + meter })),
          });
          expect(usage.slotDwh.reduce<bigint>((sum, energy) => sum + energy, 0n)).toBe(rise);
          expect(usage.slotDwh.every((energy) => energy >= 0n)).toBe(true);
          const seconds = Math.floor((atStartMs + durationMs) / 1_000) - Math.floor(atStartMs / 1_000);
          expect(usage.slotSeconds.reduce((sum, one) => sum + one, 0)).toBe(seconds);
        },
      ),
    );
  });

  it('does not care in which order samples came', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7], { minLength: 7 }), (order) => {
        const start = read('2026-07-01T10:00:00Z', 0);
        const stop = read('2026-07-01T14:00:00Z', 8_000);
        const samples = order.map((step) => ({ atMs: start.atMs + step * 1_700_000, meterDwh: BigInt(step * step * 100) }));
        const inOrder = [...samples].sort((a, b) => a.atMs - b.atMs);
        expect(slice({ start, stop, samples })).toEqual(slice({ start, stop, samples: inOrder }));
      }),
    );
  });
});
