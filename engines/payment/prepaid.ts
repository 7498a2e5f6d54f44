import { openPrepayStates, prepayState, receivedPrepayStates, refundOrderState, refundStat } from './codes.ts';
import type { PrepayState, RefundOrderState, RefundStat } from './codes.ts';
import type { CallOutcome, PaymentView, RefundView } from './payment.ts';

/**
 * The life of a prepaid order and of its refunds. Notifications appear nowhere here: they only say that it is time to ask the provider, and what the
 * provider answers to a question is the only thing that changes a state.
 */

/** What was asked for. */
export interface ExpectedPayment {
  readonly payNo: string;
  readonly amountCents: bigint;
  readonly currency: string;
  /** How the provider names the account; null where its answers do not say it. */
  readonly merchantNo: string | null;
}

export type PaymentDifference = 'number' | 'amount' | 'currency' | 'merchant';
/** What an answer of the provider means for the payment that we asked for. */
export type PaymentVerdict = { readonly is: 'pending' | 'closed' | 'paid' } | { readonly is: 'differs'; readonly in: PaymentDifference };

/** Reads the provider's answer. A payment in which anything differs from what was asked for is never taken as paid. */
export const judgePayment = (expected: ExpectedPayment, view: PaymentView): PaymentVerdict => {
  if (view.payNo !== expected.payNo) return { is: 'differs', in: 'number' };
  if (view.state === 'closed') return { is: 'closed' };
  // An attempt that failed leaves the order open at the provider, and held money is not paid yet.
  if (view.state !== 'paid') return { is: 'pending' };
  if (view.amountCents !== expected.amountCents) return { is: 'differs', in: 'amount' };
  if (view.currency !== undefined && view.currency !== expected.currency) return { is: 'differs', in: 'currency' };
  if (expected.merchantNo !== null && view.merchantNo !== undefined && view.merchantNo !== expected.merchantNo)
    return { is: 'differs', in: 'merchant' };
  return { is: 'paid' };
};

/** The state after an answer. Money is received at most once: from `unpaid` it is `paid`, from `closed` it is `paidLate`, and both are final. */
export const afterAnswer = (state: PrepayState, { is }: PaymentVerdict): PrepayState => {
  if (!openPrepayStates.includes(state) || is === 'pending') return state;
  if (is === 'differs') return prepayState.quarantined;
  if (is === 'closed') return prepayState.closed;
  return state === prepayState.closed ? prepayState.paidLate : prepayState.paid;
};

/** Why a paid order begins no charge: its driver had cancelled it before the payment arrived. */
export const CANCELLED = 'cancelled';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** When an open payment is asked about, counted from its creation; a notification usually comes first. */
const QUERY_AFTER_MS: readonly number[] = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS];
/** A close that did not succeed is tried again after this time: a payer may be typing the password. */
const CLOSE_AGAIN_MS = 30 * SECOND_MS;
/** A payment may arrive although the order was closed, so the provider is asked once more. */
const LOOK_AFTER_CLOSE_MS = 10 * MINUTE_MS;
/** An order that the provider does not close within this time counts as closed. A later payment is refunded like any late one. */
const CLOSE_WITHIN_MS = 24 * HOUR_MS;

export interface OpenPayment {
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** When an unpaid order needs the provider next: at the next time of the list, or at its expiry; after it, until the order is closed. */
export const nextQueryMs = ({ createdMs, expiresMs }: OpenPayment, nowMs: number): number => {
  if (nowMs >= expiresMs) return nowMs + CLOSE_AGAIN_MS;
  const next = QUERY_AFTER_MS.find((delayMs) => createdMs + delayMs > nowMs);
  return next === undefined ? expiresMs : Math.min(createdMs + next, expiresMs);
};

/** After its expiry, an order that is still pending is closed, always after a question. */
export const mustClose = (state: PrepayState, { expiresMs }: Pick<OpenPayment, 'expiresMs'>, nowMs: number): boolean =>
  state === prepayState.unpaid && nowMs >= expiresMs;

export interface CloseMove {
  readonly state: PrepayState;
  /** When the provider is asked next; null: by a notification only. */
  readonly nextMs: number | null;
}

/** The state after an attempt to close an unpaid order. `alreadyPaid` is only a reason to ask at once. */
export const afterClose = (
  outcome: CallOutcome<'closed' | 'alreadyPaid'>,
  { expiresMs }: Pick<OpenPayment, 'expiresMs'>,
  nowMs: number,
): CloseMove => {
  if (outcome.kind === 'done' && outcome.value === 'closed') return { state: prepayState.closed, nextMs: nowMs + LOOK_AFTER_CLOSE_MS };
  if (outcome.kind === 'done') return { state: prepayState.unpaid, nextMs: nowMs + SECOND_MS };
  if (nowMs >= expiresMs + CLOSE_WITHIN_MS) return { state: prepayState.closed, nextMs: nowMs + LOOK_AFTER_CLOSE_MS };
  return { state: prepayState.unpaid, nextMs: nowMs + CLOSE_AGAIN_MS };
};

/** When an order that was asked about is asked about next; null: by a notification only. */
export const afterQuery = (state: PrepayState, payment: OpenPayment, { answered, nowMs }: { readonly answered: boolean; readonly nowMs: number }) => {
  if (state === prepayState.unpaid) return nextQueryMs(payment, nowMs);
  return state === prepayState.closed && !answered ? nowMs + LOOK_AFTER_CLOSE_MS : null;
};

/** A prepaid order whose money was received, and what has become of it. */
export interface ReceivedPayment {
  readonly state: PrepayState;
  /** `none`: no charging order was or will be opened. `running`: it is not settled yet. */
  readonly charge: 'none' | 'running' | 'over';
  /** What is left of the money and not on its way back. */
  readonly restCents: bigint;
  /** The states of its refunds, the oldest first. */
  readonly refunds: readonly RefundOrderState[];
}

/**
 * What goes back by itself now; 0: nothing. One refund is on its way at a time. After a refund that the provider closed, a person decides, because a
 * new number could pay twice.
 */
export const restToRefund = ({ state, charge, restCents, refunds }: ReceivedPayment): bigint => {
  if (!receivedPrepayStates.includes(state) || charge === 'running') return 0n;
  const last = refunds.at(-1);
  return last === undefined || last === refundOrderState.succeeded ? restCents : 0n;
};

/** The refunds of a prepaid order in one word. */
export const refundStatOf = (refunds: readonly RefundOrderState[]): RefundStat => {
  const last = refunds.at(-1);
  if (last === undefined) return refundStat.none;
  if (last === refundOrderState.succeeded) return refundStat.refunded;
  return handStates.includes(last) ? refundStat.stuck : refundStat.running;
};

/** States of a refund that only a person can move. */
const handStates: readonly RefundOrderState[] = [refundOrderState.abnormal, refundOrderState.refused, refundOrderState.closed];

/** What a refund needs the provider for; null: nothing, or a person. */
export const refundStepOf = (state: RefundOrderState): 'ask' | 'query' | null => {
  if (state === refundOrderState.requested || state === refundOrderState.waitsForFunds) return 'ask';
  return state === refundOrderState.processing || state === refundOrderState.unknown ? 'query' : null;
};

export interface RefundMove {
  readonly state: RefundOrderState;
  /** When the provider is called next; null: not by itself. */
  readonly inMs: number | null;
  /** What the provider said, for people. */
  readonly result: string;
}

/** The pauses between the questions about a refund; the last one repeats. */
const REFUND_QUERY_MS: readonly number[] = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
const FUNDS_AGAIN_MS = HOUR_MS;
/** Providers accept two refunds of one payment only at this distance. */
export const REFUND_GAP_MS = MINUTE_MS;

export interface AskedRefund {
  readonly refundNo: string;
  readonly amountCents: bigint;
  /** The calls so far, with this one. */
  readonly callCount: number;
}

const pauseMs = (callCount: number): number => REFUND_QUERY_MS[Math.min(Math.max(callCount, 1), REFUND_QUERY_MS.length) - 1] ?? HOUR_MS;

/** The state after the refund was asked for. An unknown result is a state, and never an error: the provider may have paid. */
export const afterRefundAsked = (refund: AskedRefund, outcome: CallOutcome<RefundView>): RefundMove => {
  if (outcome.kind === 'done') return refundMove(refund, outcome.value);
  if (outcome.kind === 'unknown') return { state: refundOrderState.unknown, inMs: pauseMs(refund.callCount), result: outcome.code };
  const result = `${outcome.code} ${outcome.message}`.trim();
  return outcome.waitsForFunds
    ? { state: refundOrderState.waitsForFunds, inMs: FUNDS_AGAIN_MS, result }
    : { state: refundOrderState.refused, inMs: null, result };
};

/** The state after a question about a refund. One that the provider does not know is asked for again, with the same number. */
export const afterRefundQueried = (
  refund: AskedRefund & { readonly state: RefundOrderState },
  outcome: CallOutcome<RefundView | undefined>,
): RefundMove => {
  if (outcome.kind !== 'done') return { state: refund.state, inMs: pauseMs(refund.callCount), result: outcome.code };
  return outcome.value ? refundMove(refund, outcome.value) : { state: refundOrderState.requested, inMs: 0, result: '' };
};

/**
 * Whether a refund may be mended by a call: the provider itself has to say that this refund, in this amount, is abnormal. One that was mended by hand, or by
 * a call whose answer was lost, is not mended again.
 */
export const mayMend = (refund: AskedRefund, view: RefundView | undefined): boolean => view?.state === 'abnormal' && isSame(refund, view);

/** The state after the provider was asked to pay an abnormal refund elsewhere. Refused, it stays abnormal, and a person decides again. */
export const afterRefundMended = (refund: AskedRefund, outcome: CallOutcome<RefundView>): RefundMove => {
  if (outcome.kind === 'done') return refundMove(refund, outcome.value);
  if (outcome.kind === 'unknown') return { state: refundOrderState.abnormal, inMs: pauseMs(refund.callCount), result: outcome.code };
  return { state: refundOrderState.abnormal, inMs: null, result: `${outcome.code} ${outcome.message}`.trim() };
};

const isSame = ({ refundNo, amountCents }: AskedRefund, view: RefundView): boolean =>
  view.refundNo === refundNo && (view.amountCents === undefined || view.amountCents === amountCents);

const refundMove = (refund: AskedRefund, view: RefundView): RefundMove => {
  if (!isSame(refund, view))
    return { state: refundOrderState.abnormal, inMs: null, result: `differs: ${view.refundNo} ${view.amountCents ?? ''}`.trim() };
  switch (view.state) {
    case 'succeeded':
      return { state: refundOrderState.succeeded, inMs: null, result: view.receivedBy ?? '' };
    case 'processing':
      return { state: refundOrderState.processing, inMs: pauseMs(refund.callCount), result: '' };
    case 'closed':
      return { state: refundOrderState.closed, inMs: null, result: '' };
    case 'abnormal':
      return { state: refundOrderState.abnormal, inMs: null, result: view.receivedBy ?? '' };
  }
};

export type RetryRefusal = 'refund.notRetryable';
/**
 * What an operator's retry does. The number stays the same, because a new one could pay twice. Only a refund that the provider has closed gets a new
 * number; an abnormal one is asked about, because it is mended at the provider.
 */
export const retryOf = (state: RefundOrderState): 'ask' | 'query' | 'renew' | RetryRefusal => {
  switch (state) {
    case refundOrderState.refused:
    case refundOrderState.waitsForFunds:
      return 'ask';
    case refundOrderState.unknown:
    case refundOrderState.processing:
    case refundOrderState.abnormal:
      return 'query';
    case refundOrderState.closed:
      return 'renew';
    default:
      return 'refund.notRetryable';
  }
};

/** The number of a payment's n-th refund. */
export const refundNoOf = (payNo: string, nth: number): string => `${payNo}R${nth}`;

/**
 * Whether a payment that differs can go back to its payer: it has to be ours in everything but its amount, and the provider has to have said how much it
 * is. What went to another merchant, or in another currency, is not ours to return.
 */
export const mayReturn = (problem: PaymentDifference | null, toldCents: bigint | null): boolean =>
  problem === 'amount' && toldCents !== null && toldCents > 0n;
