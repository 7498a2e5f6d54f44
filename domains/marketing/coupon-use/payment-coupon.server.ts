import { sql } from 'kysely';
import { couponScene, receiptState, stateOfUse } from '#engines/marketing/codes.ts';
import { prepaymentCredit } from '#engines/marketing/prepayment.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Tx } from '#kit/db/index.ts';
import { couponRefusals } from '../coupon/coupon.labels.ts';
import { refusalOfReceipt } from '../coupon/receipt-row.server.ts';
import { usableCoupons } from '../coupon/usable-coupons.server.ts';
import type { HeldCoupon, UsableQuery } from '../coupon/usable-coupons.server.ts';

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

/** The received coupon of a payment that has no order; undefined when it has none. */
export const couponOfPayment = async (tx: Tx, prePayOrderId: string): Promise<string | undefined> => {
  const { rows } = await sql<{
    id: bigint;
  }>`select coupon_receive_id as id from coupon_use where pre_pay_order_id = ${prePayOrderId} and charging_order_id is null`.execute(tx);
  return rows[0] && String(rows[0].id);
};

/** No charge comes of the payment: its holder can use the coupon again, unless it has expired meanwhile. Nothing once an order has it. */
export const releasePaymentCoupon = async (
  tx: Tx,
  prePayOrderId: string,
  { reason, now }: { readonly reason: 'notPaid' | 'notStarted'; readonly now: Date },
): Promise<void> => {
  await sql`with freed as (update coupon_use set state = ${sql.lit(stateOfUse.notUsed)}, reason = ${reason}, update_time = ${now}, version = version + 1
      where pre_pay_order_id = ${prePayOrderId} and charging_order_id is null and state = ${sql.lit(stateOfUse.reserved)} returning coupon_receive_id)
    update coupon_receive r set state = case when r.expires_at > ${now} then ${sql.lit(receiptState.usable)}::int2 else ${sql.lit(receiptState.expired)}::int2 end,
      update_time = ${now}, version = version + 1 from freed where r.coupon_receive_id = freed.coupon_receive_id`.execute(tx);
};
