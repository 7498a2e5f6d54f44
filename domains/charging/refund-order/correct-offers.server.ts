import { sql } from 'kysely';
import { stateOfUse } from '#engines/marketing/codes.ts';
import { refundOrderState } from '#engines/payment/codes.ts';
import { couponOfOrder, giveCouponBack as returnCoupon } from '#domains/marketing/server.ts';
import { accounts, openAccounts, orderBooks, post } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderBooks } from '#domains/money/server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { StoredOrder } from '../order/lifecycle/stored-order.server.ts';
import { correctPoints } from './correct-points.server.ts';
import { refundKind } from './refund-order.codes.ts';

/** What operators have given back of an order decides about its points and its coupon. */
export const correctOffers = async (work: OrderWork, row: StoredOrder): Promise<void> => {
  const booked = await orderBooks(work.tx, row);
  const paidCents = booked.billedCents - booked.owedCents;
  const refundedCents = await refundedCentsOf(work.tx, row.orderId);
  await correctPoints(work, row, { paidCents, refundedCents, booked });
  if (refundedCents >= paidCents) await giveCouponBack(work, row, booked);
};

/** When all that was paid for an order has gone back, its coupon goes back to its holder, and its funder no longer bears it: D fees, C coupon. */
const giveCouponBack = async ({ tx, nowMs, actor }: OrderWork, row: StoredOrder, { parts }: OrderBooks): Promise<void> => {
  const coupon = await couponOfOrder(tx, row.orderId);
  if (coupon?.state !== stateOfUse.used) return;
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const [fees = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.fees(BigInt(row.stationId)), accounts.couponCredit(coupon.terms.funder)]);
  const lines = parts
    .filter(({ paidBy, cents }) => paidBy === 'couponCredit' && cents > 0n)
    .map(({ cents, rateType, rateStage }) => ({ debit: fees, credit, amountCents: cents, feeType: rateType, stage: rateStage }));
  await post(tx, books, { kind: 'coupon_back', source: { type: 'order', id: row.orderNo }, lines, orderId: BigInt(row.orderId) });
  await returnCoupon(tx, coupon, { reason: 'refunded', now: new Date(nowMs) });
};

/** What operators have given back of an order. */
export const refundedCentsOf = async (tx: Tx, orderId: string): Promise<bigint> => {
  const { rows } = await sql<{ refunded: bigint }>`select coalesce(sum(refund_amount), 0)::int8 as refunded from refund_order
    where charging_order_id = ${orderId} and refund_kind = ${refundKind.items.goodwill.value} and refund_state = ${sql.lit(refundOrderState.succeeded)}`.execute(
    tx,
  );
  return rows[0]?.refunded ?? 0n;
};
