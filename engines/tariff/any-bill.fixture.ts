import fc from 'fast-check';
import { cents, priceE5 } from '#engines/money/units.ts';
import type { BillInput } from './bill-input.ts';
import type { VipDiscounts } from './cells.ts';
import { RATE_TYPES } from './codes.ts';
import type { Coupon } from './coupon.ts';
import type { TariffFee } from './schedule.ts';
import { tariffOf, usageOf } from './tariff.fixture.ts';

/** Schedules, usages and discounts drawn by fast-check and not by the generator of the oracle. */
const percent = fc.oneof(fc.constantFrom(0, 1, 99, 100), fc.integer({ min: 0, max: 100 }));
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 200_000n })).map(cents);
const price = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 3_000_000 }));
export const anyFees = fc.tuple(
  ...RATE_TYPES.map((rateType) =>
    fc
      .tuple(
        fc.constantFrom(1 as const, 2 as const),
        fc.uniqueArray(fc.integer({ min: 1, max: 47 }), { maxLength: 47 }),
        fc.infiniteStream(fc.tuple(fc.integer({ min: 0, max: 5 }), percent, price)),
      )
      .map(([billMode, starts, stream]): TariffFee => {
        const startSlots = [0, ...starts.sort((a, b) => a - b)];
        const drawn = [...stream.take(startSlots.length)];
        const periods = drawn.map(([rateStage, rateDiscount, value], place) => ({
          startSlot: startSlots[place] ?? 0,
          rateStage,
          rateDiscount,
          priceE5: priceE5(value),
        }));
        return { rateType, billMode, periods };
      }),
  ),
);
export const anyUsage = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.oneof(fc.nat(50), fc.nat(300_000))), { maxLength: 48 }),
    fc.array(fc.tuple(fc.integer({ min: 0, max: 47 }), fc.nat(7_200)), { maxLength: 48 }),
  )
  .map(([energies, seconds]) => usageOf(Object.fromEntries(energies), Object.fromEntries(seconds)));
export const anyVip: fc.Arbitrary<VipDiscounts> = fc.dictionary(fc.constantFrom('1', '2', '3', '4'), percent);
const terms = fc.record({
  canOverlay: fc.boolean(),
  rateTypes: fc.option(fc.subarray([...RATE_TYPES]), { nil: undefined }),
  useAmountLimitCents: fc.option(amount, { nil: undefined }),
});
const coupon: fc.Arbitrary<Coupon> = fc.oneof(
  fc.tuple(terms, percent).map(([rest, preferentialDiscount]) => ({ ...rest, couponForm: 1 as const, preferentialDiscount })),
  fc.tuple(terms, amount).map(([rest, preferentialAmountCents]) => ({ ...rest, couponForm: 2 as const, preferentialAmountCents })),
);
/** Any bill that is to be made. */
export const anyBill: fc.Arbitrary<BillInput> = fc
  .record({
    fees: anyFees,
    currency: fc.constantFrom('CNY', 'JPY', 'KWD'),
    usage: anyUsage,
    startMs: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
    vip: fc.option(anyVip, { nil: undefined }),
    coupon: fc.option(coupon, { nil: undefined }),
    capCents: fc.option(amount, { nil: undefined }),
  })
  .map(({ fees, currency, ...rest }) => ({ tariff: tariffOf(fees, { currency }), ...rest }));
