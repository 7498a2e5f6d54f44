import { sql } from 'kysely';
import { orderState } from '#engines/order/codes.ts';
import { project } from '#engines/order/view.ts';
import type { RefundOrderState } from '#engines/payment/codes.ts';
import { mayRetry, RETRY_WITHIN_MS } from '#engines/payment/start-retry.ts';
import type { Tx } from '#kit/db/index.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { startCharge } from '../prepaid-order/begin-charge.server.ts';
import { paymentTopic } from '../prepaid-order/payment-services.server.ts';
import { refundsOfPayment } from '../refund-order/refund-row.server.ts';
import { lockWithCharge } from '../refund-order/lock-with-charge.server.ts';
import type { LockedPrepaid } from '../refund-order/lock-with-charge.server.ts';

/**
 * Whether the money of a charge waits for a retry of its start. The first call begins the time of the retry; the row comes again at its end, and the
 * money then goes back.
 */
export const waitsForRetry = async (
  work: OrderWork,
  { prepaid, order, charge, restCents }: LockedPrepaid,
  refunds: readonly RefundOrderState[],
): Promise<boolean> => {
  if (charge !== 'over' || !isRetryable({ prepaid, order, restCents }, refunds)) return false;
  const untilMs = prepaid.retryUntilMs ?? work.nowMs + RETRY_WITHIN_MS;
  if (untilMs <= work.nowMs) return false;
  await sql`update prepaid_order set retry_until = ${new Date(untilMs)}, next_step_at = ${new Date(untilMs)} where pre_pay_order_id = ${prepaid.prePayOrderId}`.execute(
    work.tx,
  );
  return true;
};

/** Where something was taken of the money already, as the fee of a reservation, another charge would have less than was paid. */
const isRetryable = ({ prepaid, order, restCents }: Omit<LockedPrepaid, 'charge'>, refunds: readonly RefundOrderState[]): boolean => {
  if (!order || restCents !== prepaid.paidCents) return false;
  const { startResult, start } = project(order.facts);
  return mayRetry({ startResult, hasBegun: start !== null, retryCount: prepaid.retryCount, refunds });
};

/** `open`: an earlier press has begun the retry, so there is nothing to do. `obstacle`: the gun cannot start now; the retry stays open. */
export type RetryOutcome = 'begun' | 'open' | 'notOffered' | { readonly obstacle: string };

/** Tries the start again with the same money, by a charging order of its own, while that is offered. */
export const retryStart = async (work: OrderWork, prePayOrderId: string): Promise<RetryOutcome> => {
  const { tx, nowMs } = work;
  // A press that came first has replaced the charge; then the second look finds its order.
  const locked = (await lockWithCharge(tx, prePayOrderId)) ?? (await lockWithCharge(tx, prePayOrderId));
  if (!locked?.order) return 'notOffered';
  const { prepaid, order, charge, restCents } = locked;
  if (prepaid.retryCount > 0) return liveStates.includes(order.row.state) ? 'open' : 'notOffered';
  const refunds = (await refundsOfPayment(tx, prePayOrderId)).map(({ state }) => state);
  const isTimely = charge === 'over' && prepaid.retryUntilMs !== null && nowMs < prepaid.retryUntilMs;
  if (!isTimely || !isRetryable({ prepaid, order, restCents }, refunds)) return 'notOffered';
  const started = await startCharge(work, prepaid);
  if (started.orderId === undefined) return { obstacle: started.refusal ?? '' };
  await sql`update prepaid_order set charging_order_id = ${started.orderId}, retry_count = retry_count + 1, retry_until = null, next_step_at = null,
    update_time = now(), version = version + 1 where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  return 'begun';
};

const liveStates: readonly number[] = [orderState.initial, orderState.starting, orderState.charging];

/** The driver wants no retry: the money goes back now. False when none is offered. */
export const declineRetry = async (tx: Tx, prePayOrderId: string, now: Date): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`update prepaid_order set retry_until = ${now}, next_step_at = ${now}, woken_at = ${now}
    where pre_pay_order_id = ${prePayOrderId} and retry_until > ${now}`.execute(tx);
  if (numAffectedRows > 0n) tx.wake(paymentTopic);
  return numAffectedRows > 0n;
};
