import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#engines/money/units.ts';
import { couponCredit, couponReachesLimit } from '#engines/tariff/coupon.ts';
import type { Coupon } from '#engines/tariff/coupon.ts';
import { couponForm } from '#engines/tariff/codes.ts';
import { prepaymentCredit } from './prepayment.ts';

const amount = fc.bigInt({ min: 1n, max: 20_000n });
const terms = { canOverlay: fc.boolean(), useAmountLimitCents: fc.option(amount.map(cents), { nil: undefined }) };
const coupon: fc.Arbitrary<Coupon> = fc.oneof(
  fc.record({ ...terms, couponForm: fc.constant(couponForm.deduction), preferentialAmountCents: amount.map(cents) }),
  fc.record({ ...terms, couponForm: fc.constant(couponForm.discount), preferentialDiscount: fc.integer({ min: 0, max: 99 }) }),
);

test('no charge within the amount costs more than was paid, whatever it costs and whether the coupon counts', () => {
  fc.assert(
    fc.property(coupon, amount, fc.bigInt({ min: 0n, max: 20_000n }), (held, amountCents, anyCents) => {
      const creditCents = prepaymentCredit(held, amountCents);
      fc.pre(creditCents !== undefined);
      const paidCents = amountCents - (creditCents ?? 0n);
      const costCents = anyCents % (amountCents + 1n);
      const dueCents = couponReachesLimit(held, costCents) ? costCents - couponCredit(held, costCents) : costCents;
      expect(paidCents).toBeGreaterThan(0n);
      // Up to what was paid, where the charge is stopped, the coupon has reached its limit.
      expect(couponReachesLimit(held, costCents) ? dueCents : costCents + 1n).toBeLessThanOrEqual(paidCents);
    }),
  );
});

test('a coupon for some fee items lowers the bill and not the payment; one that would leave nothing to pay is none', () => {
  const five = { couponForm: couponForm.deduction, canOverlay: true, preferentialAmountCents: cents(500n) } as const;
  expect(prepaymentCredit(five, 5000n)).toBe(500n);
  expect(prepaymentCredit({ ...five, rateTypes: [2] }, 5000n)).toBe(0n);
  expect(prepaymentCredit(five, 500n)).toBeUndefined();
  expect(prepaymentCredit({ ...five, useAmountLimitCents: cents(4600n) }, 5000n)).toBeUndefined();
});
