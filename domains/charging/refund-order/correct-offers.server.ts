import { sql } from 'kysely';
import { stateOfUse } from '#engines/marketing/codes.ts';
import { refundOrderState } from '#engines/payment/codes.ts';
import { giveCardBack, giveCouponBack } from '#domains/marketing/server.ts';
import { accounts, openAccounts, orderBooks, post } from '#domains/money/server.ts';
import type { AccountSpec, OrderBooks } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import type { StoredOrder } from '../order/lifecycle/stored-order.server.ts';
import { offersOfOrder } from '../order/settlement/order-offers.server.ts';
import { correctPoints } from './correct-points.server.ts';
import { refundKind } from './refund-order.codes.ts';

/** What operators have given back of an order decides about its points, its coupon and its card. */
export const correctOffers = async (work: OrderWork, row: StoredOrder): Promise<void> => {
  const booked = await orderBooks(work.tx, row);
  const paidCents = booked.billedCents - booked.owedCents;
  const refundedCents = await refundedCentsOf(work.tx, row.orderId);
  await correctPoints(work, row, { paidCents, refundedCents, booked });
  // The rest of a prepayment is no refund: of a bill of nothing, nothing can be given back.
  if (refundedCents > 0n && refundedCents >= paidCents) await giveOffersBack(work, row, booked);
};

/** When all that was paid for an order has gone back, its coupon and its card go back to their holder, and their funders no longer bear them. */
const giveOffersBack = async (work: OrderWork, row: StoredOrder, { parts }: OrderBooks): Promise<void> => {
  const { tx, nowMs } = work;
  const { coupon, card } = await offersOfOrder(tx, row.orderId);
  const end = { reason: 'refunded', now: new Date(nowMs) };
  if (coupon?.state === stateOfUse.used) {
    await bookBack(work, row, { kind: 'coupon_back', paidBy: 'couponCredit', account: accounts.couponCredit(coupon.terms.funder), parts });
    await giveCouponBack(tx, coupon, end);
  }
  if (card?.state === stateOfUse.used) {
    await bookBack(work, row, { kind: 'card_back', paidBy: 'cardCredit', account: accounts.cardCredit(card.terms.funder), parts });
    await giveCardBack(tx, card, end);
  }
};

interface BackBooking {
  readonly kind: 'coupon_back' | 'card_back';
  readonly paidBy: OrderBooks['parts'][number]['paidBy'];
  readonly account: AccountSpec;
  readonly parts: OrderBooks['parts'];
}

/** D fees, C what took it off. */
const bookBack = async ({ tx, actor }: OrderWork, row: StoredOrder, { kind, paidBy, account, parts }: BackBooking): Promise<void> => {
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const [fees = 0n, credit = 0n] = await openAccounts(tx, books, [accounts.fees(BigInt(row.stationId)), account]);
  const lines = parts
    .filter((part) => part.paidBy === paidBy && part.cents > 0n)
    .map(({ cents, rateType, rateStage }) => ({ debit: fees, credit, amountCents: cents, feeType: rateType, stage: rateStage }));
  await post(tx, books, { kind, source: { type: 'order', id: row.orderNo }, lines, orderId: BigInt(row.orderId) });
};

/** What operators have given back of an order. */
export const refundedCentsOf = async (tx: Tx, orderId: string): Promise<bigint> => {
  const { rows } = await sql<{ refunded: bigint }>`select coalesce(sum(refund_amount), 0)::int8 as refunded from refund_order
    where charging_order_id = ${orderId} and refund_kind = ${refundKind.items.goodwill.value} and refund_state = ${sql.lit(refundOrderState.succeeded)}`.execute(
    tx,
  );
  return rows[0]?.refunded ?? 0n;
};
