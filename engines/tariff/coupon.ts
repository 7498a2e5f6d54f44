import { halfUp } from '#engines/money/round.ts';
import { cents, type Cents } from '#engines/money/units.ts';
import { couponForm, type RateType } from './codes.ts';
import { FULL_PERCENT } from './schedule.ts';

interface CouponTerms {
  /** May it be used together with a VIP discount? If not, the better of the two is taken. */
  readonly canOverlay: boolean;
  /** The fee item types it pays for; all when absent. */
  readonly rateTypes?: readonly RateType[] | undefined;
  /** The coupon counts only when what it covers costs at least this after the tariff's discount and before a VIP discount. */
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

/** Is what the coupon covers, before any VIP discount, enough for it? A VIP discount must not cost somebody his coupon. */
export const couponReachesLimit = ({ useAmountLimitCents }: Coupon, beforeVipCents: bigint): boolean =>
  useAmountLimitCents === undefined || beforeVipCents >= useAmountLimitCents;

/** What the coupon takes off an amount that it covers. */
export const couponCredit = (coupon: Coupon, eligibleCents: bigint): Cents => {
  if (coupon.couponForm === couponForm.discount) {
    return cents(halfUp(eligibleCents * BigInt(FULL_PERCENT - coupon.preferentialDiscount), BigInt(FULL_PERCENT)));
  }
  return coupon.preferentialAmountCents < eligibleCents ? coupon.preferentialAmountCents : cents(eligibleCents);
};
