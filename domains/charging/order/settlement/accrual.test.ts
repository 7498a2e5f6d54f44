import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bill } from '#engines/tariff/bill.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import { feeOf, tariffOf, valueOf } from '#engines/tariff/tariff.fixture.ts';
import { accrue, accruedCents, beginAccrual, resume } from './accrual.rules.ts';
import type { Accrual, MeterSample } from './accrual.rules.ts';

/** Every half hour another price, and a fee by the hour. */
const tariff = tariffOf(
  [
    feeOf(
      1,
      Array.from({ length: 48 }, (_, slot) => [slot, 1 + (slot % 4), 30_000 + (slot % 4) * 40_000]),
    ),
    feeOf(2, [[0, 0, 60_000, 90]]),
    feeOf(3, [[0, 0, 100_000]], 2),
  ],
  { zone: 'Asia/Kathmandu' },
);
const pricing = { tariff, vip: { 1: 90 } };
const START_MS = Date.parse('2026-06-01T03:07:11Z');

const begun = (): Accrual => beginAccrual(START_MS, pricing)!;
const billOf = (told: readonly MeterSample[]): bigint => {
  const inTime = told.toSorted((a, b) => a.atMs - b.atMs);
  const highest = BigInt(Math.max(0, ...inTime.map(({ energyDwh }) => energyDwh)));
  const usage = sliceBySlots({
    zone: tariff.zone,
    start: { atMs: START_MS, meterDwh: 0n },
    stop: { atMs: inTime.at(-1)?.atMs ?? START_MS, meterDwh: highest },
    samples: inTime.map(({ atMs, energyDwh }) => ({ atMs, meterDwh: BigInt(energyDwh) })),
  });
  return valueOf(bill({ tariff, startMs: START_MS, usage: valueOf(usage), vip: pricing.vip })).billingAmountCents;
};

/** Readings some seconds to an hour apart, most of which rise. */
const session = fc.array(fc.record({ afterMs: fc.integer({ min: 1, max: 3_600_000 }), dwh: fc.integer({ min: -4_000, max: 40_000 }) }), {
  minLength: 1,
  maxLength: 20,
});
const told = (steps: readonly { readonly afterMs: number; readonly dwh: number }[]): MeterSample[] => {
  let [atMs, energyDwh] = [START_MS, 0];
  return steps.map(({ afterMs, dwh }) => ({ atMs: (atMs += afterMs), energyDwh: (energyDwh = Math.max(0, energyDwh + dwh)) }));
};

test('the cost so far is the bill of the samples so far, also where a reading falls back, and however often the order is read again', () => {
  fc.assert(
    fc.property(session, fc.array(fc.boolean()), (steps, readAgain) => {
      let accrual = begun();
      const heard: MeterSample[] = [];
      for (const [place, reading] of told(steps).entries()) {
        heard.push(reading);
        accrual = accrue(accrual, reading);
        expect(accruedCents(accrual)).toBe(billOf(heard));
        // Read again with what is known, or with nothing.
        const from = resume(begun(), readAgain[place] === true ? accrual : undefined);
        accrual = heard.filter(({ atMs }) => atMs >= from.lastMs).reduce(accrue, from);
        expect(accruedCents(accrual)).toBe(billOf(heard));
      }
    }),
    { numRuns: 100 },
  );
});

test('what came late is added up anew when the order is read again, and so is what is priced otherwise by now', () => {
  const first = accrue(begun(), { atMs: START_MS + 60_000, energyDwh: 5_000 });
  expect(resume(begun(), first)).toBe(first);
  // A repeated sample changes nothing.
  expect(accrue(first, { atMs: START_MS + 60_000, energyDwh: 5_000 })).toBe(first);
  const late = accrue(first, { atMs: START_MS + 30_000, energyDwh: 1_000 });
  expect(accruedCents(late)).toBe(accruedCents(first));
  expect(resume(begun(), late)).toMatchObject({ lastMs: START_MS, fine: 0n });
  for (const other of [beginAccrual(START_MS - 1, pricing)!, beginAccrual(START_MS, { tariff, vip: {} })!]) expect(resume(other, first)).toBe(other);
});
