import { halfUp } from '#engines/money/round.ts';
import { cents, type Cents } from '#engines/money/units.ts';
import { couponForm, type RateType } from './codes.ts';
import { FULL_PERCENT } from './schedule.ts';

interface CouponTerms {
  /** Whether it may be combined with a VIP discount. If not, the better of the two applies. */
  readonly canOverlay: boolean;
  /** The fee item types that it covers; all when absent. */
  readonly rateTypes?: readonly RateType[] | undefined;
  /** The coupon counts only when what it covers costs at least this after the tariff's discount and before a VIP discount. */
  readonly useAmountLimitCents?: Cents | undefined;
}

/** A discount coupon carries the whole percent still to pay, 0 to 100; a deduction coupon an amount. */
export type Coupon = CouponTerms &
  (
    | {
        readonly couponForm: typeof couponForm.discount;
        readonly preferentialDiscount: number;
        /** The most that it reduces an order by. */
        readonly maxCreditCents?: Cents | undefined;
      }
    | { readonly couponForm: typeof couponForm.deduction; readonly preferentialAmountCents: Cents }
  );

/** Whether the coupon covers this fee item type. */
export const couponCovers = (coupon: Coupon, rateType: RateType): boolean => coupon.rateTypes?.includes(rateType) ?? true;

/** Whether the covered amount, before any VIP discount, reaches the coupon's limit. A VIP discount must not make a coupon unusable. */
export const couponReachesLimit = ({ useAmountLimitCents }: Coupon, beforeVipCents: bigint): boolean =>
  useAmountLimitCents === undefined || beforeVipCents >= useAmountLimitCents;

/** The reduction of an amount that the coupon covers. */
export const couponCredit = (coupon: Coupon, eligibleCents: bigint): Cents => {
  if (coupon.couponForm === couponForm.discount) {
    const credit = cents(halfUp(eligibleCents * BigInt(FULL_PERCENT - coupon.preferentialDiscount), BigInt(FULL_PERCENT)));
    return coupon.maxCreditCents !== undefined && coupon.maxCreditCents < credit ? coupon.maxCreditCents : credit;
  }
  return coupon.preferentialAmountCents < eligibleCents ? coupon.preferentialAmountCents : cents(eligibleCents);
};

/** No order costs as much, in minor units. */
const NO_LIMIT_CENTS = 100_000_000n;

/**
 * The greatest amount before the coupon of which at most `dueCents` remain to be paid, where the coupon covers all of it. What a pile is told, which
 * knows prices and no coupon.
 */
export const amountBeforeCoupon = (coupon: Coupon, dueCents: bigint): bigint => {
  const amountCents = withoutLimit(coupon, dueCents);
  return couponReachesLimit(coupon, amountCents) && amountCents > dueCents ? amountCents : dueCents;
};

const withoutLimit = (coupon: Coupon, dueCents: bigint): bigint => {
  if (coupon.couponForm === couponForm.deduction) return dueCents + coupon.preferentialAmountCents;
  const { preferentialDiscount, maxCreditCents } = coupon;
  const byPercent = preferentialDiscount === 0 ? NO_LIMIT_CENTS : (dueCents * BigInt(FULL_PERCENT)) / BigInt(preferentialDiscount);
  const byCredit = maxCreditCents === undefined ? NO_LIMIT_CENTS : dueCents + maxCreditCents;
  return byPercent < byCredit ? byPercent : byCredit;
};
