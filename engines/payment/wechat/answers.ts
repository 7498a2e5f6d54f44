import { callDone, callRefused, callUnknown } from '../payment.ts';
import type { CallOutcome, PaymentEvent, PaymentView, PayState, RefundState, RefundView } from '../payment.ts';
import { instantAt, integerAt, parseJson, textAt, valueAt } from '../read.ts';
import { openResource } from './resource.ts';

/** What WeChat Pay's answers and notifications mean. */

const PAY_STATES: Readonly<Record<string, PayState>> = {
  SUCCESS: 'paid',
  // A refund has begun, so the payment was made.
  REFUND: 'paid',
  NOTPAY: 'pending',
  USERPAYING: 'pending',
  ACCEPT: 'pending',
  CLOSED: 'closed',
  REVOKED: 'failed',
  PAYERROR: 'failed',
};
const REFUND_STATES: Readonly<Record<string, RefundState>> = {
  PROCESSING: 'processing',
  SUCCESS: 'succeeded',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};

/** A transaction, from a query or a notification; undefined when it is none. */
export const paymentOf = (transaction: unknown): PaymentView | undefined => {
  const payNo = textAt(transaction, 'out_trade_no');
  const state = PAY_STATES[textAt(transaction, 'trade_state') ?? ''];
  if (payNo === undefined || state === undefined) return undefined;
  return {
    payNo,
    state,
    // What was ordered; `payer_total` is less by coupons of the provider.
    amountCents: integerAt(transaction, 'amount', 'total'),
    currency: textAt(transaction, 'amount', 'currency'),
    tradeNo: textAt(transaction, 'transaction_id'),
    paidAt: instantAt(transaction, 'success_time'),
    merchantNo: textAt(transaction, 'sub_mchid') ?? textAt(transaction, 'mchid'),
  };
};

/** A refund. Its state is called `refund_status` in notifications and `status` in answers. */
export const refundOf = (refund: unknown): RefundView | undefined => {
  const [payNo, refundNo] = [textAt(refund, 'out_trade_no'), textAt(refund, 'out_refund_no')];
  const state = REFUND_STATES[textAt(refund, 'refund_status') ?? textAt(refund, 'status') ?? ''];
  if (payNo === undefined || refundNo === undefined || state === undefined) return undefined;
  return {
    payNo,
    refundNo,
    state,
    amountCents: integerAt(refund, 'amount', 'refund'),
    tradeRefundNo: textAt(refund, 'refund_id'),
    receivedBy: textAt(refund, 'user_received_account'),
    refundedAt: instantAt(refund, 'success_time'),
  };
};

/** The event of a notification whose signature was verified; undefined when it cannot be decrypted or says nothing that is known. */
export const eventOf = (body: string, apiV3Key: string): PaymentEvent | undefined => {
  const envelope = parseJson(body);
  const plain = openResource(valueAt(envelope, 'resource'), apiV3Key);
  if (plain === undefined) return undefined;
  const resource = parseJson(plain);
  const isRefund = textAt(envelope, 'event_type')?.startsWith('REFUND.') ?? false;
  const view = isRefund ? refundOf(resource) : undefined;
  if (view) return { kind: 'refund', view };
  const payment = isRefund ? undefined : paymentOf(resource);
  return payment && { kind: 'payment', view: payment };
};

export interface WechatAnswer {
  readonly status: number;
  readonly body: string;
}

const SERVER_ERROR = 500;
const OK: readonly number[] = [200, 204];
/** The result is not known, or the same call may succeed later. Spellings differ between documents, so underscores are removed. */
const UNKNOWN: ReadonlySet<string> = new Set(['SYSTEMERROR', 'FREQUENCYLIMITED', 'RULELIMIT', 'RATELIMITEXCEEDED', 'USERPAYING', 'BANKERROR']);
/** These come with a status of 500 and are our mistakes all the same. */
const REFUSED_BY_500: ReadonlySet<string> = new Set(['OPENIDMISMATCH']);
const FUNDS: ReadonlySet<string> = new Set(['NOTENOUGH']);
const ABSENT: ReadonlySet<string> = new Set(['ORDERNOTEXIST', 'RESOURCENOTEXISTS']);
const PAID: ReadonlySet<string> = new Set(['ORDERPAID']);

/** The code of an error without underscores. */
export const errorCodeOf = ({ body, status }: WechatAnswer): string => textAt(parseJson(body), 'code')?.replaceAll('_', '') ?? `HTTP${status}`;

/** Whether the provider says that it knows no such payment or refund. */
export const isAbsent = (answer: WechatAnswer): boolean => !OK.includes(answer.status) && ABSENT.has(errorCodeOf(answer));
/** Whether a payment could not be closed or ordered because it is paid. */
export const isAlreadyPaid = (answer: WechatAnswer): boolean => !OK.includes(answer.status) && PAID.has(errorCodeOf(answer));

/** The outcome of a call; `read` makes the value of a good answer, or undefined when the answer is not what it should be. */
export const outcomeOf = <T>(answer: WechatAnswer, read: (body: unknown) => T | undefined): CallOutcome<T> => {
  if (OK.includes(answer.status)) {
    const value = read(parseJson(answer.body));
    return value === undefined ? callUnknown('unreadable') : callDone(value);
  }
  const code = errorCodeOf(answer);
  const isUnknown = UNKNOWN.has(code) || answer.status === 202 || answer.status === 429;
  if (isUnknown || (answer.status >= SERVER_ERROR && !REFUSED_BY_500.has(code))) return callUnknown(code);
  return callRefused(code, textAt(parseJson(answer.body), 'message') ?? code, FUNDS.has(code));
};
