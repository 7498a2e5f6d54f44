import { orderState } from '../codes.ts';
import type { OrderFact } from '../facts.ts';
import { factsOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { accept, refused, type ActionRefusal, type OrderEffect, type Verdict } from '../verdict.ts';
import { project, type OrderView } from '../view.ts';
import { resolve } from './resolve.ts';

export interface RequestRefund {
  readonly kind: 'requestRefund';
  readonly refundId: string;
  readonly purpose: 'prepaidRest' | 'goodwill';
  readonly amountCents: bigint;
  readonly paidCents: bigint;
  readonly billedCents: bigint;
}

/** First half of transition row 19: a refund request is limited to the paid amount that was not billed or, as goodwill, to the billed amount. */
export const admitRequestRefund = (facts: OrderFacts, action: RequestRefund, situation: Situation): Verdict => {
  const { refundId, purpose, amountCents, paidCents, billedCents } = action;
  const view = project(facts);
  if (view.settled === null) return refused('order.wrongState');
  if (factsOf(facts, 'refundRequested').some((known) => known.refundId === refundId)) return accept();
  if (amountCents <= 0n) return refused('refund.notPositive', { args: { amountCents } });
  const { prepaidRestCents, goodwillCents } = view.refunds;
  const restCents = purpose === 'prepaidRest' ? paidCents - billedCents - prepaidRestCents : billedCents - goodwillCents;
  if (amountCents > restCents) return refused('refund.aboveLimit', { args: { amountCents, restCents } });
  const fact: OrderFact = { kind: 'refundRequested', refundId, purpose, amountCents, atMs: situation.nowMs };
  return resolve(facts, [fact], { situation, extra: [{ do: 'refund', refundId, amountCents, purpose }] });
};

export interface RefundResult {
  readonly kind: 'refundResult';
  readonly refundId: string;
  readonly succeeded: boolean;
}

/** Second half of transition row 19: the order is refunded once no refund is pending and at least one has succeeded. */
export const admitRefundResult = (facts: OrderFacts, { refundId, succeeded }: RefundResult, situation: Situation): Verdict => {
  if (!factsOf(facts, 'refundRequested').some((request) => request.refundId === refundId)) return refused('refund.unknown');
  const { nowMs: atMs } = situation;
  const result: OrderFact = { kind: 'refundResult', refundId, succeeded, atMs };
  const { pendingIds, succeededCents } = project(facts).refunds;
  const isLast = pendingIds.every((id) => id === refundId);
  const anySucceeded = succeeded || succeededCents > 0n;
  return resolve(facts, isLast && anySucceeded ? [result, { kind: 'refunded', atMs }] : [result], { situation });
};

export interface Adjust {
  readonly kind: 'adjusted';
  readonly basis: string;
  /** New bill minus the booked amount; above zero the customer owes more. Null when it cannot be computed. */
  readonly differenceCents: bigint | null;
  /** `declined`: the books stay unchanged. */
  readonly outcome: 'booked' | 'declined';
  /** The operator who decided, and the reason; null for the worker. */
  readonly by: string | null;
  readonly reason: string | null;
}

/**
 * Adjusts a settled order after a late or adopted record. A difference in the customer's favour is booked at once; one against the
 * customer needs an operator with a reason, who may also decline it.
 */
export const admitAdjust = (facts: OrderFacts, adjust: Adjust, situation: Situation): Verdict => {
  const { basis, differenceCents, outcome, by, reason } = adjust;
  const view = project(facts);
  if (view.adjustDueBasis !== basis) return refused('order.adjustmentNotDue');
  if (by !== null && (reason ?? '').trim() === '') return refused('order.reasonMissing');
  const refusal =
    outcome === 'booked' ? bookingRefusal(view, adjust) : differenceCents !== null && differenceCents < 0n ? 'order.adjustmentForCustomer' : null;
  if (refusal !== null) return refused(refusal, { args: differenceCents === null ? {} : { differenceCents } });
  return resolve(facts, [{ ...adjust, atMs: situation.nowMs }], { situation });
};

const bookingRefusal = ({ party }: OrderView, { differenceCents, by }: Pick<Adjust, 'differenceCents' | 'by'>): ActionRefusal | null => {
  if (differenceCents === null) return 'order.adjustmentUnknown';
  if (differenceCents > 0n && by === null) return 'order.adjustmentAgainstCustomer';
  return differenceCents > 0n && party === null ? 'order.partyUnknown' : null;
};

export interface Delete {
  readonly kind: 'delete';
  readonly by: string;
  readonly hasOpenInvoice: boolean;
}

/** Transition row 20: hides the order from lists; its facts are never deleted. */
export const admitDelete = (facts: OrderFacts, { by, hasOpenInvoice }: Delete, situation: Situation): Verdict => {
  const view = project(facts);
  if (view.state !== orderState.settled && view.state !== orderState.refunded) return refused('order.wrongState');
  if (view.refunds.stat === 'pending') return refused('order.openRefund');
  if (hasOpenInvoice) return refused('order.openInvoice');
  return resolve(facts, [{ kind: 'deleted', by, atMs: situation.nowMs }], { situation });
};

/** When the pile is online again, missing records are requested again. A start is never sent again; a due stop is sent. */
export const admitPileOnline = (facts: OrderFacts, situation: Situation): Verdict => resolve(facts, [], { situation, extra: owed(project(facts)) });

const owed = ({ start, end, requestedStart, abnormalReason, keptSinceMs }: OrderView): readonly OrderEffect[] => {
  if (end === null && start === null && requestedStart === null && keptSinceMs !== null) return [{ do: 'repeatReservation', again: false }];
  if (end !== null || (start === null && requestedStart?.sent !== true)) return [];
  return abnormalReason === null ? [{ do: 'queryStatus' }] : [{ do: 'queryStatus' }, { do: 'recall' }];
};
