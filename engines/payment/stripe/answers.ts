import { callDone, callRefused, callUnknown } from '../payment.ts';
import type { CallOutcome, PaymentEvent, PaymentView, PayState, RefundState, RefundView } from '../payment.ts';
import { integerAt, parseJson, textAt, valueAt } from '../read.ts';

/** What Stripe's answers and webhooks mean. Amounts are in the smallest unit of the currency, as ours. */

const PAY_STATES: Readonly<Record<string, PayState>> = {
  requires_payment_method: 'pending',
  requires_confirmation: 'pending',
  requires_action: 'pending',
  processing: 'pending',
  requires_capture: 'authorised',
  succeeded: 'paid',
  canceled: 'closed',
};
const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  pending: 'processing',
  requires_action: 'processing',
  succeeded: 'succeeded',
  canceled: 'closed',
  failed: 'abnormal',
};

/** Our numbers are kept in the metadata of Stripe's objects under these names. */
export const METADATA = { payNo: 'pay_no', refundNo: 'refund_no' } as const;

const secondsAt = (value: unknown, name: string): Date | undefined => {
  const seconds = integerAt(value, name);
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1_000);
};

/** A payment intent; undefined when it is none, or not ours. */
export const paymentOf = (intent: unknown): PaymentView | undefined => {
  const payNo = textAt(intent, 'metadata', METADATA.payNo);
  const state = PAY_STATES[textAt(intent, 'status') ?? ''];
  if (payNo === undefined || state === undefined) return undefined;
  return {
    payNo,
    state,
    amountCents: state === 'paid' ? (integerAt(intent, 'amount_received') ?? integerAt(intent, 'amount')) : integerAt(intent, 'amount'),
    currency: textAt(intent, 'currency')?.toUpperCase(),
    tradeNo: textAt(intent, 'id'),
    paidAt: state === 'paid' || state === 'authorised' ? secondsAt(intent, 'created') : undefined,
    merchantNo: textAt(intent, 'on_behalf_of'),
  };
};

export const refundOf = (refund: unknown): RefundView | undefined => {
  const [payNo, refundNo] = [textAt(refund, 'metadata', METADATA.payNo), textAt(refund, 'metadata', METADATA.refundNo)];
  const state = REFUND_STATES[textAt(refund, 'status') ?? ''];
  if (payNo === undefined || refundNo === undefined || state === undefined) return undefined;
  return {
    payNo,
    refundNo,
    state,
    amountCents: integerAt(refund, 'amount'),
    tradeRefundNo: textAt(refund, 'id'),
    receivedBy: undefined,
    refundedAt: state === 'succeeded' ? secondsAt(refund, 'created') : undefined,
  };
};

/** The event of a webhook whose signature was verified. Events come in any sequence, so the object is read again before it is believed. */
export const eventOf = (body: string): PaymentEvent | undefined => {
  const event = parseJson(body);
  const object = valueAt(event, 'data', 'object');
  if (textAt(object, 'object') === 'refund') {
    const view = refundOf(object);
    return view && { kind: 'refund', view };
  }
  const view = paymentOf(object);
  return view && { kind: 'payment', view };
};

export interface StripeAnswer {
  readonly status: number;
  readonly body: string;
}

const FUNDS = 'balance_insufficient';
const PAYMENT_DECLINED = 402;

/** The outcome of a call; `read` makes the value of a good answer, or undefined when the answer is not what it should be. */
export const outcomeOf = <T>({ status, body }: StripeAnswer, read: (answer: unknown) => T | undefined): CallOutcome<T> => {
  const answer = parseJson(body);
  if (status >= 200 && status < 300) {
    const value = read(answer);
    return value === undefined ? callUnknown('unreadable') : callDone(value);
  }
  const code = textAt(answer, 'error', 'code') ?? textAt(answer, 'error', 'type') ?? `HTTP${status}`;
  // 409: the same key is still at work; 429: too many calls.
  if (status >= 500 || status === 409 || status === 429) return callUnknown(code);
  const message = textAt(answer, 'error', 'message') ?? code;
  return callRefused(status === PAYMENT_DECLINED ? 'declined' : code, message, code === FUNDS);
};
