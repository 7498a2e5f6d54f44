import { halfUp } from '../money/round.ts';
import { cents, type Cents } from '../money/units.ts';
import { couponForm, type RateType } from './codes.ts';
import { FULL_PERCENT } from './schedule.ts';

interface CouponTerms {
  /** May it be used together with a VIP discount? If not, the better of the two is taken. */
  readonly canOverlay: boolean;
  /** The fee item types it pays for; all when absent. */
  readonly rateTypes?: readonly RateType[] | undefined;
  /** The coupon counts only when what it could pay for comes to at least this. */
  readonly useAmountLimitCents?: Cents | undefined;
}

/** A discount coupon carries the whole percent still to pay, 0 to 100; a deduction coupon an amount. */
export type Coupon = CouponTerms &
  (
    | { readonly couponForm: typeof couponForm.discount; readonly preferentialDiscount: number }
    | { readonly couponForm: typeof couponForm.deduction; readonly preferentialAmountCents: Cents }
  );

/** Does this fee item type fall under the coupon? */
export const couponCovers = (coupon: Coupon, rateType: RateType): boolean => coupon.rateTypes?.includes(rateType) ?? true;

/** What the coupon takes off an amount that it covers; undefined when the amount is below the coupon's limit. */
export const couponCredit = (coupon: Coupon, eligibleCents: bigint): Cents | undefined => {
  if (coupon.useAmountLimitCents !== undefined && eligibleCents < coupon.useAmountLimitCents) return undefined;
  if (coupon.couponForm === couponForm.discount) {
    return cents(halfUp(eligibleCents * BigInt(FULL_PERCENT - coupon.preferentialDiscount), BigInt(FULL_PERCENT)));
  }
  return coupon.preferentialAmountCents < eligibleCents ? coupon.preferentialAmountCents : cents(eligibleCents);
};
