import { couponScene } from '#engines/marketing/codes.ts';
import { prepaymentCredit } from '#engines/marketing/prepayment.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import { couponRefusals } from '../coupon/coupon.labels.ts';
import { refusalOfReceipt } from '../coupon/receipt-row.server.ts';
import { usableCoupons } from '../coupon/usable-coupons.server.ts';
import type { HeldCoupon, UsableQuery } from '../coupon/usable-coupons.server.ts';
import { couponOfPayment, releaseCoupon } from './order-coupon.server.ts';

/** A coupon that a payment in advance may use, and what it takes off the payment. */
export interface PaymentCoupon {
  readonly candidate: HeldCoupon;
  readonly creditCents: bigint;
}

/** The coupons that a party may use for a payment in advance of an amount, the largest credit first. */
export const paymentCoupons = async (tx: Tx, query: UsableQuery): Promise<readonly PaymentCoupon[]> =>
  (await usableCoupons(tx, query))
    .filter(({ candidate }) => candidate.terms.scene === couponScene.prePayment)
    .flatMap(({ candidate }): readonly PaymentCoupon[] => {
      const creditCents = prepaymentCredit(candidate.terms.coupon, query.amountCents);
      return creditCents === undefined ? [] : [{ candidate, creditCents }];
    })
    .toSorted((a, b) => Number(b.creditCents - a.creditCents));

/** What the coupon takes off the payment. Refuses one that the party cannot use for it. */
export const paymentCredit = async (tx: Tx, { couponReceiveId, ...query }: UsableQuery & { readonly couponReceiveId: string }): Promise<bigint> => {
  const found = (await paymentCoupons(tx, query)).find(({ candidate }) => candidate.receiveId === couponReceiveId);
  return found?.creditCents ?? throwRefusal(couponRefusals, (await refusalOfReceipt(tx, couponReceiveId, query.now)) ?? 'coupon.notHere');
};

/** No charge comes of the payment: its holder can use the coupon again. Nothing once an order has it. */
export const releasePaymentCoupon = async (
  tx: Tx,
  prePayOrderId: string,
  end: { readonly reason: 'notPaid' | 'notStarted'; readonly now: Date },
): Promise<void> => {
  const coupon = await couponOfPayment(tx, prePayOrderId);
  if (coupon) await releaseCoupon(tx, coupon, end);
};
