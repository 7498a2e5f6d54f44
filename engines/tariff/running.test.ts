import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, energyDwh } from '#engines/money/units.ts';
import { SLOT_COUNT } from '#engines/time/slots.ts';
import { anyBill } from './any-bill.fixture.ts';
import type { BillInput } from './bill-input.ts';
import { bill } from './bill.ts';
import { couponForm } from './codes.ts';
import { amountBeforeCoupon, couponCredit, couponReachesLimit } from './coupon.ts';
import type { Coupon } from './coupon.ts';
import { fineBetween, fineOfUsage, pricesByFee, runningCents, runningDueCents, runningPrices } from './running.ts';
import { sliceBySlots } from './slice.ts';
import { feeOf, tariffOf, valueOf } from './tariff.fixture.ts';
import type { SlotUsage } from './usage.ts';

const MINUTE_MS = 60_000;

test('what runs up is what the bill asks for, without card, coupon, cap and points', () => {
  fc.assert(
    fc.property(anyBill, ({ card: _card, coupon: _coupon, capCents: _capCents, points: _points, ...order }) => {
      const prices = runningPrices(order)!;
      expect(runningCents(prices, fineOfUsage(prices, order.usage))).toBe(valueOf(bill(order)).billingAmountCents);
    }),
    { numRuns: 300 },
  );
});

test('what runs up with a card and a coupon is what the bill asks for, where both cover everything', () => {
  fc.assert(
    fc.property(anyBill, ({ capCents: _capCents, points: _points, ...order }) => {
      fc.pre(order.coupon !== undefined || order.card !== undefined);
      const coupon = order.coupon && { ...order.coupon, rateTypes: undefined };
      const whole = { ...order, card: order.card && { ...order.card, rateTypes: undefined }, coupon };
      expect(dueOf(whole)).toBe(valueOf(bill(whole)).billingAmountCents);
    }),
    { numRuns: 1_000 },
  );
});

test('where they cover some fee items, the two differ by a minor unit for each cell at most, while its limit is reached by both or neither', () => {
  fc.assert(
    fc.property(anyBill, ({ capCents: _capCents, points: _points, ...order }) => {
      fc.pre(order.coupon !== undefined || order.card !== undefined);
      const free = { ...order, coupon: order.coupon && { ...order.coupon, useAmountLimitCents: undefined } };
      const billed = valueOf(bill(free));
      const difference = dueOf(free) - billed.billingAmountCents;
      expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(BigInt(billed.cells.length));
    }),
    { numRuns: 1_000 },
  );
});

const dueOf = ({ usage, ...terms }: BillInput): bigint => {
  const fees = pricesByFee(terms);
  const fines = fees.map(({ tariff, vip }) => ({ tariff: fineOfUsage(tariff, usage), vip: fineOfUsage(vip, usage) }));
  return runningDueCents(runningPrices(terms)!.digits, { terms, fees, fines, billedDwh: usage.billedDwh });
};

test('a pile is told an amount before the coupon, of which what is due remains', () => {
  const limit = fc.option(fc.bigInt(0n, 20_000n).map(cents), { nil: undefined });
  const terms = { canOverlay: fc.boolean(), useAmountLimitCents: limit };
  const coupons: fc.Arbitrary<Coupon> = fc.oneof(
    fc.record({ ...terms, couponForm: fc.constant(couponForm.deduction), preferentialAmountCents: fc.bigInt(0n, 9_000n).map(cents) }),
    fc.record({
      ...terms,
      couponForm: fc.constant(couponForm.discount),
      preferentialDiscount: fc.integer({ min: 1, max: 100 }),
      maxCreditCents: limit,
    }),
  );
  const remains = (coupon: Coupon, amount: bigint): bigint => amount - (couponReachesLimit(coupon, amount) ? couponCredit(coupon, amount) : 0n);
  fc.assert(
    fc.property(coupons, fc.bigInt(0n, 20_000n), (coupon, due) => {
      const amount = amountBeforeCoupon(coupon, due);
      expect(amount >= due).toBe(true);
      expect(remains(coupon, amount) <= due + 1n).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

/** Readings some seconds to some hours apart, sometimes without a rise. */
const readings = fc.array(
  fc.record({ afterMs: fc.oneof(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 100 * MINUTE_MS })), dwh: fc.nat(50_000) }),
  { minLength: 1, maxLength: 30 },
);
const beginnings = fc
  .tuple(
    fc.constantFrom(
      { zone: 'Asia/Shanghai', around: '2026-06-30T15:30:00Z' },
      { zone: 'Asia/Kathmandu', around: '2026-02-10T00:00:00Z' },
      // Days on which clocks change.
      { zone: 'Europe/Berlin', around: '2026-03-29T00:40:00Z' },
      { zone: 'America/New_York', around: '2026-11-01T05:10:00Z' },
      { zone: 'Australia/Lord_Howe', around: '2026-04-04T14:20:00Z' },
    ),
    fc.nat(MINUTE_MS),
  )
  .map(([{ zone, around }, lateMs]) => ({ zone, startMs: Date.parse(around) + lateMs }));

test('reading after reading adds up to the bill of all half hours, over borders, midnights and changes of the clock', () => {
  fc.assert(
    fc.property(anyBill, beginnings, readings, ({ tariff: { months, currency }, vip }, { zone, startMs }, steps) => {
      const tariff = tariffOf(months[0]!.fees, { zone, currency });
      const prices = runningPrices({ tariff, vip, startMs })!;
      const used = { dwh: Array.from({ length: SLOT_COUNT }, () => 0n), seconds: Array.from({ length: SLOT_COUNT }, () => 0) };
      let fine = 0n;
      let last = { atMs: startMs, meterDwh: 0n };
      for (const { afterMs, dwh } of steps) {
        const next = { atMs: last.atMs + afterMs, meterDwh: last.meterDwh + BigInt(dwh) };
        fine += fineBetween(prices, last, next)!;
        const { slotDwh, slotSeconds } = valueOf(sliceBySlots({ zone, start: last, stop: next, samples: [] }));
        for (const [slot, energy] of slotDwh.entries()) used.dwh[slot]! += energy;
        for (const [slot, seconds] of slotSeconds.entries()) used.seconds[slot]! += seconds;
        last = next;
      }
      const usage: SlotUsage = { slotDwh: used.dwh.map(energyDwh), slotSeconds: used.seconds, billedDwh: energyDwh(last.meterDwh) };
      expect(runningCents(prices, fine)).toBe(valueOf(bill({ tariff, startMs, usage, vip })).billingAmountCents);
    }),
    { numRuns: 300 },
  );
});

const flat = tariffOf([feeOf(1, [[0, 1, 100_000]])], { zone: 'UTC' });
const BEGIN_MS = Date.UTC(2026, 5, 1);

test('what no bill could be made of has no prices, and impossible readings cost nothing that could be told', () => {
  expect(runningPrices({ tariff: flat, startMs: Number.NaN })).toBeUndefined();
  expect(runningPrices({ tariff: flat, startMs: BEGIN_MS, vip: { 1: 101 } })).toBeUndefined();
  const prices = runningPrices({ tariff: flat, startMs: BEGIN_MS })!;
  const from = { atMs: BEGIN_MS, meterDwh: 10n };
  for (const to of [
    { atMs: BEGIN_MS - 1, meterDwh: 20n },
    { atMs: BEGIN_MS + MINUTE_MS, meterDwh: 9n },
    { atMs: BEGIN_MS + MINUTE_MS, meterDwh: 10n ** 12n },
    { atMs: BEGIN_MS + 0.5, meterDwh: 20n },
    { atMs: Number.MAX_SAFE_INTEGER, meterDwh: 20n },
  ])
    expect(fineBetween(prices, from, to)).toBeUndefined();
  // One kWh at one yuan.
  expect(runningCents(prices, fineBetween(prices, from, { atMs: BEGIN_MS + MINUTE_MS, meterDwh: 10_010n })!)).toBe(100n);
});

test('the dearest prices are of list, by energy and by hour', () => {
  const tariff = tariffOf([
    feeOf(1, [
      [0, 1, 100_000],
      [20, 2, 150_000, 10],
    ]),
    feeOf(2, [[0, 0, 7_000]]),
    feeOf(3, [[0, 0, 300_000]], 2),
  ]);
  expect(runningPrices({ tariff, startMs: BEGIN_MS })?.highestPricesE5).toEqual({ 1: 157_000n, 2: 300_000n });
});
