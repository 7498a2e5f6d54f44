import { sql } from 'kysely';
import { exceptionType, integrityCode } from '#engines/alarm/codes.ts';
import { prepayState, receivedPrepayStates } from '#engines/payment/codes.ts';
import type { CallOutcome, PaymentView } from '#engines/payment/payment.ts';
import { afterAnswer, afterClose, afterQuery, judgePayment } from '#engines/payment/prepaid.ts';
import type { PaymentVerdict } from '#engines/payment/prepaid.ts';
import { releasePaymentCoupon } from '#domains/marketing/server.ts';
import { accounts, openAccounts, post, rechargeOnline } from '#domains/money/server.ts';
import { reportExceptionEvent } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { lockPrepaid, subjectOfPayment } from './prepaid-row.server.ts';
import type { PrepaidRow } from './prepaid-row.server.ts';

/** An answer of the provider, and when it was asked. */
export interface ReceivedAnswer<T> {
  readonly outcome: CallOutcome<T>;
  /** When the row was claimed for this question; what woke it since is not lost. */
  readonly claimedAt: Date;
  readonly now: Date;
}

/** Applies what the provider says about a payment. Copies and late answers change nothing, because only an open order moves. */
export const applyAnswer = async (
  tx: Tx,
  prePayOrderId: string,
  { outcome, merchantNo, ...times }: ReceivedAnswer<PaymentView> & { readonly merchantNo: string | null },
): Promise<PrepaidRow | undefined> => {
  const row = await lockPrepaid(tx, prePayOrderId);
  if (!row) return undefined;
  const { now } = times;
  const answered = outcome.kind === 'done';
  const verdict: PaymentVerdict = answered
    ? judgePayment({ payNo: row.billId, amountCents: row.orderCents, currency: row.currency, merchantNo }, outcome.value)
    : { is: 'pending' };
  const state = afterAnswer(row.payState, verdict);
  if (state === row.payState) {
    await writeNext(tx, row, { ...times, nextMs: afterQuery(state, row, { answered, nowMs: now.getTime() }) });
    return row;
  }
  const isReceived = receivedPrepayStates.includes(state);
  // Money that was received is looked at again at once: it begins a charge, or goes back.
  const nextAt = isReceived ? now : asInstant(afterQuery(state, row, { answered, nowMs: now.getTime() }));
  const paidAt = isReceived ? ((answered ? outcome.value.paidAt : undefined) ?? now) : null;
  await sql`update prepaid_order set pay_state = ${state}, pay_time = ${paidAt}, actual_pay_amount = ${isReceived ? row.orderCents : null}::bigint,
    trade_no = ${answered ? (outcome.value.tradeNo ?? null) : null}, problem = ${verdict.is === 'differs' ? verdict.in : null},
    told_amount = ${verdict.is === 'differs' && answered ? (outcome.value.amountCents ?? null) : null}::bigint,
    next_step_at = ${nextAt}, update_time = now(), version = version + 1 where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
  if (state === prepayState.closed || state === prepayState.paidLate) await releasePaymentCoupon(tx, prePayOrderId, { reason: 'notPaid', now });
  if (isReceived) await bookPayment(tx, row, { amountCents: row.orderCents, effectiveAt: paidAt ?? now, actor: 'worker:payment' });
  if (state === prepayState.quarantined) await reportQuarantine(tx, row, now);
  return { ...row, payState: state, payMs: paidAt?.getTime() ?? null };
};

/** Applies the answer to an attempt to close an unpaid order. */
export const applyClose = async (tx: Tx, prePayOrderId: string, { outcome, ...times }: ReceivedAnswer<'closed' | 'alreadyPaid'>): Promise<void> => {
  const row = await lockPrepaid(tx, prePayOrderId);
  if (!row || row.payState !== prepayState.unpaid) return;
  const { state, nextMs } = afterClose(outcome, row, times.now.getTime());
  if (state !== row.payState) {
    await sql`update prepaid_order set pay_state = ${state}, update_time = now(), version = version + 1 where pre_pay_order_id = ${prePayOrderId}`.execute(
      tx,
    );
    await releasePaymentCoupon(tx, prePayOrderId, { reason: 'notPaid', now: times.now });
  }
  await writeNext(tx, row, { ...times, nextMs });
};

const asInstant = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** Writes when the order is looked at next; one that was woken while it was asked about is looked at again at once. */
const writeNext = async (
  tx: Tx,
  { prePayOrderId }: Pick<PrepaidRow, 'prePayOrderId'>,
  { claimedAt, now, nextMs }: { readonly claimedAt: Date; readonly now: Date; readonly nextMs: number | null },
): Promise<void> => {
  await sql`update prepaid_order set next_step_at = case when woken_at >= ${claimedAt} then ${now}::timestamptz else ${asInstant(nextMs)} end
    where pre_pay_order_id = ${prePayOrderId}`.execute(tx);
};

/** D provider, C prepaid or the wallet: once for each number, whatever arrives how often. */
export const bookPayment = async (
  tx: Tx,
  row: Pick<PrepaidRow, 'tenantId' | 'currency' | 'payConfId' | 'payType' | 'prePayOrderId' | 'billId' | 'walletOf'>,
  { amountCents, effectiveAt, actor }: { readonly amountCents: bigint; readonly effectiveAt: Date; readonly actor: string },
): Promise<void> => {
  if (row.walletOf !== null) {
    await rechargeOnline(tx, { ...row, custId: row.walletOf, payNo: row.billId, amountCents, paidAt: effectiveAt, actor });
    return;
  }
  const books = { tenantId: BigInt(row.tenantId), currency: row.currency, actor };
  const [provider = 0n, prepaid = 0n] = await openAccounts(tx, books, [
    accounts.provider(row.payConfId),
    accounts.prepaid(BigInt(row.prePayOrderId)),
  ]);
  await post(tx, books, {
    kind: 'prepay',
    source: { type: 'prepaid', id: row.billId },
    lines: [{ debit: provider, credit: prepaid, amountCents }],
    effectiveAt,
  });
};

const reportQuarantine = (tx: Tx, row: PrepaidRow, now: Date): Promise<void> =>
  reportExceptionEvent(tx, subjectOfPayment(row), {
    event: { exceptionType: exceptionType.integrity, exceptionCode: integrityCode.paymentDiffers, gunNumber: row.gunNumber ?? 0, detail: row.billId },
    times: { atMs: now.getTime(), nowMs: now.getTime() },
  });
