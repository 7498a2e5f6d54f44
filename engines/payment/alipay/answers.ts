import { callDone, callRefused, callUnknown } from '../payment.ts';
import type { CallOutcome, PaymentEvent, PaymentView, PayState } from '../payment.ts';
import { textAt } from '../read.ts';
import { centsOfYuan } from '../yuan.ts';
import type { AlipayParams } from './signature.ts';

/** What Alipay's answers and notifications mean. */

const PAY_STATES: Readonly<Record<string, PayState>> = {
  WAIT_BUYER_PAY: 'pending',
  TRADE_SUCCESS: 'paid',
  // Paid long ago; nothing can be refunded any more.
  TRADE_FINISHED: 'paid',
  TRADE_CLOSED: 'closed',
};

/** A time without a zone is Beijing's. */
const beijing = (text: string | undefined): Date | undefined => {
  if (text === undefined || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  return new Date(`${text.replace(' ', 'T')}+08:00`);
};

/** The text of an instant for Alipay, in Beijing's time. */
export const beijingText = (instantMs: number): string => new Date(instantMs + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A trade, from a query or a notification; undefined when it is none. A trade that was closed after it was paid was refunded whole: it counts as paid,
 * because the refunds are asked for one by one.
 */
export const tradeOf = (trade: unknown, merchantNo?: string): PaymentView | undefined => {
  const payNo = textAt(trade, 'out_trade_no');
  const state = PAY_STATES[textAt(trade, 'trade_status') ?? ''];
  if (payNo === undefined || state === undefined) return undefined;
  const paidAt = beijing(textAt(trade, 'send_pay_date') ?? textAt(trade, 'gmt_payment'));
  return {
    payNo,
    state: state === 'closed' && paidAt ? 'paid' : state,
    amountCents: centsOfYuan(textAt(trade, 'total_amount') ?? ''),
    currency: 'CNY',
    tradeNo: textAt(trade, 'trade_no'),
    paidAt,
    merchantNo: textAt(trade, 'seller_id') ?? merchantNo,
  };
};

/**
 * The event of a notification whose signature was verified. One that names a refund says only how much was refunded in all, so the refund has to be
 * asked for by its number.
 */
export const eventOf = (params: AlipayParams): PaymentEvent | undefined => {
  const view = tradeOf(params);
  const refundNo = params['out_biz_no'];
  if (!view) return undefined;
  if (params['gmt_refund'] === undefined || refundNo === undefined || refundNo === '') return { kind: 'payment', view };
  return {
    kind: 'refund',
    view: {
      payNo: view.payNo,
      refundNo,
      state: 'processing',
      amountCents: undefined,
      tradeRefundNo: view.tradeNo,
      receivedBy: undefined,
      refundedAt: undefined,
    },
  };
};

const DONE = '10000';
const BUSINESS_FAILURE = '40004';
const UNKNOWN_SUB_CODES = /^(?:ACQ\.SYSTEM_ERROR|aop\.|isp\.)/;
const ABSENT_SUB_CODE = 'ACQ.TRADE_NOT_EXIST';
const PAID_SUB_CODE = 'ACQ.TRADE_HAS_SUCCESS';
const FUNDS_SUB_CODE = 'ACQ.SELLER_BALANCE_NOT_ENOUGH';

/** Whether Alipay says that it knows no such trade. Before somebody scans the code of an order, there is none. */
export const isAbsent = (answer: unknown): boolean => textAt(answer, 'sub_code') === ABSENT_SUB_CODE;
export const isAlreadyPaid = (answer: unknown): boolean => textAt(answer, 'sub_code') === PAID_SUB_CODE;

/** The outcome of a call; `read` makes the value of a good answer, or undefined when the answer is not what it should be. */
export const outcomeOf = <T>(answer: unknown, read: (answer: unknown) => T | undefined): CallOutcome<T> => {
  const code = textAt(answer, 'code');
  if (code === DONE) {
    const value = read(answer);
    return value === undefined ? callUnknown('unreadable') : callDone(value);
  }
  const subCode = textAt(answer, 'sub_code') ?? code ?? 'unreadable';
  // 10003 waits and 20000 is unknown; an answer without a code says nothing.
  if (code === undefined || code === '10003' || code === '20000' || (code === BUSINESS_FAILURE && UNKNOWN_SUB_CODES.test(subCode)))
    return callUnknown(subCode);
  return callRefused(subCode, textAt(answer, 'sub_msg') ?? textAt(answer, 'msg') ?? subCode, subCode === FUNDS_SUB_CODE);
};
