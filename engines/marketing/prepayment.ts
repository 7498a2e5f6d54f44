import { couponCredit } from '#engines/tariff/coupon.ts';
import type { Coupon } from '#engines/tariff/coupon.ts';

/**
 * What a coupon takes off a payment in advance of an amount, in minor units; undefined when it cannot be used for it. The charge may then cost the amount
 * before the coupon. A coupon that covers only some fee items takes nothing off the payment, because nobody knows yet what they will cost; it lowers the
 * bill, and more goes back. The limit of the coupon has to be within what is paid: otherwise a charge that ends between the two could cost more than that.
 */
export const prepaymentCredit = (coupon: Coupon, amountCents: bigint): bigint | undefined => {
  const creditCents = coupon.rateTypes === undefined ? couponCredit(coupon, amountCents) : 0n;
  const paidCents = amountCents - creditCents;
  return paidCents < 1n || (coupon.useAmountLimitCents ?? 0n) > paidCents ? undefined : creditCents;
};
