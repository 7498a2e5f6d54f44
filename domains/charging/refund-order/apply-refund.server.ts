import { sql } from 'kysely';
import { exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import { finalRefundStates, refundMendStat, refundOrderState, refundStat } from '#engines/payment/codes.ts';
import type { RefundMendStat } from '#engines/payment/codes.ts';
import { refundStatOf } from '#engines/payment/prepaid.ts';
import type { RefundMove } from '#engines/payment/prepaid.ts';
import { accounts, openAccounts, post } from '#domains/money/server.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import { decideOn } from '../order/lifecycle/decide.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { lockOrder } from '../order/lifecycle/stored-order.server.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import { lockPrepaid, moneyOf, subjectOfPayment } from '../prepaid-order/prepaid-row.server.ts';
import type { PrepaidRow } from '../prepaid-order/prepaid-row.server.ts';
import { correctOffers } from './correct-offers.server.ts';
import { endMend } from './refund-mend.server.ts';
import { readRefund } from './refund-row.server.ts';
import type { RefundRow } from './refund-row.server.ts';
import { writeRefundStat } from './request-refund.server.ts';

const RESULT_LETTERS_MAX = 255;

/** What a call has brought. */
export interface AppliedMove {
  readonly move: RefundMove;
  readonly claimedAt: Date;
  readonly tradeRefundNo: string | null;
  readonly refundedAt: Date | null;
  /** How an attempt to mend the refund has ended. */
  readonly mended?: RefundMendStat | undefined;
}

/**
 * Applies what the provider says about a refund: its state, its booking and its fact in the charging order. A refund that has ended changes no more, so
 * a copy or a late answer does nothing.
 */
export const applyRefund = async (work: OrderWork, refundId: string, applied: AppliedMove): Promise<void> => {
  const { tx } = work;
  const known = await readRefund(tx, refundId);
  if (known?.prePayOrderId == null) return;
  const order = known.chargingOrderId === null ? undefined : await lockOrder(tx, { orderId: known.chargingOrderId });
  const prepaid = await lockPrepaid(tx, known.prePayOrderId);
  const refund = await readRefund(tx, refundId);
  if (!prepaid || !refund || finalRefundStates.includes(refund.state)) return;
  const { state } = applied.move;
  await writeMove(work, refund, applied);
  const mended = applied.mended ?? (finalRefundStates.includes(state) ? refundMendStat.dropped : undefined);
  if (mended !== undefined)
    await endMend(tx, refundId, { stat: mended, result: applied.move.result.slice(0, RESULT_LETTERS_MAX), now: new Date(work.nowMs) });
  if (finalRefundStates.includes(state)) {
    const succeeded = state === refundOrderState.succeeded;
    await bookResult(work, { prepaid, refund, succeeded });
    if (order && succeeded) await correctOffers(work, order.row);
    if (order) await decideOn(work, order, { event: { kind: 'refundResult', refundId: refund.refundNo, succeeded } });
    await sql`update prepaid_order set next_step_at = ${new Date(work.nowMs)} where pre_pay_order_id = ${prepaid.prePayOrderId}`.execute(tx);
  }
  await writeRefundStat(tx, prepaid.prePayOrderId);
  tx.wake(paymentTopic);
  if (state !== refund.state && refundStatOf([state]) === refundStat.stuck) await reportStuck(work, prepaid, refund);
};

const writeMove = async (
  { tx, nowMs }: OrderWork,
  { refundId }: RefundRow,
  { move, claimedAt, tradeRefundNo, refundedAt }: AppliedMove,
): Promise<void> => {
  const { state, inMs, result } = move;
  const [now, nextAt] = [new Date(nowMs), inMs === null ? null : new Date(nowMs + inMs)];
  const paidAt = state === refundOrderState.succeeded ? (refundedAt ?? now) : null;
  const isFinal = finalRefundStates.includes(state);
  await sql`update refund_order set refund_state = ${state}, refund_result = ${result.slice(0, RESULT_LETTERS_MAX)}, refund_time = ${paidAt},
    trade_refund_no = coalesce(${tradeRefundNo}, trade_refund_no),
    next_step_at = case when ${isFinal} then null when woken_at >= ${claimedAt} then ${now}::timestamptz else ${nextAt}::timestamptz end,
    update_time = now(), version = version + 1 where refund_id = ${refundId}`.execute(tx);
};

interface ResultInput {
  readonly prepaid: PrepaidRow;
  readonly refund: RefundRow;
  readonly succeeded: boolean;
}

/** Paid: D refund in transit, C provider. Closed without a payment: D refund in transit, C where the money came from. */
const bookResult = async ({ tx, actor }: OrderWork, { prepaid, refund, succeeded }: ResultInput): Promise<void> => {
  const books = { tenantId: BigInt(prepaid.tenantId), currency: prepaid.currency, actor };
  const [debit = 0n, credit = 0n] = await openAccounts(tx, books, [
    accounts.refundInTransit(),
    succeeded ? accounts.provider(prepaid.payConfId) : moneyOf(prepaid),
  ]);
  await post(tx, books, {
    kind: succeeded ? 'refund_ok' : 'refund_fail',
    source: { type: 'refund', id: refund.refundNo },
    lines: [{ debit, credit, amountCents: refund.amountCents }],
    ...(refund.chargingOrderId !== null && { orderId: BigInt(refund.chargingOrderId) }),
  });
};

const reportStuck = ({ tx, nowMs }: OrderWork, prepaid: PrepaidRow, { refundNo }: RefundRow): Promise<void> =>
  reportExceptionEvent(tx, subjectOfPayment(prepaid), {
    event: { exceptionType: exceptionType.integrity, exceptionCode: integrityCode.refundStuck, gunNumber: prepaid.gunNumber ?? 0, detail: refundNo },
    times: { atMs: nowMs, nowMs },
  });
