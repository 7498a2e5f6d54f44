/**
 * The words that all payment providers share. Amounts are integers of the smallest unit of the currency. A provider's answer is never an exception:
 * it is a value, an unknown result, or a refusal.
 */

export type ProviderKind = 'wechat' | 'alipay' | 'stripe';

/** `authorised`: the money is held and not yet taken. */
export type PayState = 'pending' | 'authorised' | 'paid' | 'closed' | 'failed';

/** `abnormal`: the money could not be given back to where it came from; a person has to decide. */
export type RefundState = 'processing' | 'succeeded' | 'closed' | 'abnormal';

/**
 * The result of a call. `unknown`: the provider may have done it or not; the same call with the same numbers may be repeated. `refused`: it was not
 * done. `waitsForFunds`: the merchant's balance was too low, and the same call succeeds later.
 */
export type CallOutcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'unknown'; readonly code: string }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly waitsForFunds: boolean };

export const callDone = <T>(value: T): CallOutcome<T> => ({ kind: 'done', value });
export const callUnknown = (code: string): CallOutcome<never> => ({ kind: 'unknown', code });
export const callRefused = (code: string, message: string, waitsForFunds = false): CallOutcome<never> => ({
  kind: 'refused',
  code,
  message,
  waitsForFunds,
});

/** A payment as the provider knows it. */
export interface PaymentView {
  /** Our number of the payment. */
  readonly payNo: string;
  readonly state: PayState;
  /** What the payer was asked for; undefined while the provider knows of no payment. */
  readonly amountCents: bigint | undefined;
  readonly currency: string | undefined;
  /** The provider's number; undefined while nothing was paid. */
  readonly tradeNo: string | undefined;
  readonly paidAt: Date | undefined;
  /** Of the account to which the payment went, as the provider names it: merchant number, seller, or account. */
  readonly merchantNo: string | undefined;
}

/** A payment of which the provider knows nothing: nobody has paid yet. */
export const unknownPayment = (payNo: string): PaymentView => ({
  payNo,
  state: 'pending',
  amountCents: undefined,
  currency: undefined,
  tradeNo: undefined,
  paidAt: undefined,
  merchantNo: undefined,
});

/** A refund as the provider knows it. */
export interface RefundView {
  readonly payNo: string;
  /** Our number of the refund. */
  readonly refundNo: string;
  readonly state: RefundState;
  readonly amountCents: bigint | undefined;
  /** The provider's number. */
  readonly tradeRefundNo: string | undefined;
  /** Where the money went, in the provider's words. */
  readonly receivedBy: string | undefined;
  readonly refundedAt: Date | undefined;
}

/** What a notification says. It is a reason to ask the provider, and a proof only after its signature was verified. */
export type PaymentEvent = { readonly kind: 'payment'; readonly view: PaymentView } | { readonly kind: 'refund'; readonly view: RefundView };

/** Why a message of a provider was not believed. `probe`: the provider tests whether wrong signatures are refused. */
export type MessageProblem = 'unsigned' | 'stale' | 'unknownKey' | 'wrongSignature' | 'probe' | 'unreadable';

/** A line of the provider's bill of a day. */
export interface BillLine {
  readonly kind: 'payment' | 'refund';
  readonly payNo: string;
  readonly tradeNo: string;
  /** Only of a refund. */
  readonly refundNo: string | undefined;
  readonly tradeRefundNo: string | undefined;
  /** Paid or refunded; never negative. */
  readonly amountCents: bigint;
  /** The provider's fee; negative when a refund gives it back. */
  readonly feeCents: bigint;
  /** The time as the bill says it, in Beijing for WeChat Pay and Alipay. */
  readonly time: string;
}

/** A bill that is complete: its lines add up to its own sums. */
export interface Bill {
  readonly lines: readonly BillLine[];
}
