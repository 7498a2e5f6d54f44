import { createHash } from 'node:crypto';
import { billDayAt } from '#engines/payment/bill-days.ts';
import { callDone, callRefused, callUnknown } from '#engines/payment/payment.ts';
import type { BillLine, CallOutcome, PaymentEvent, PaymentView, RefundState, RefundView } from '#engines/payment/payment.ts';
import type { PayAccount, PaymentProvider, PaymentProviders } from '#domains/money/server.ts';

/** What happens to a call: the request is lost, the work is done and the answer is lost, or our process dies before it has stored the answer. */
export type CallFault = 'none' | 'requestLost' | 'answerLost' | 'killed';
/** What becomes of a refund: paid at once, paid by `settleRefunds`, unpayable, ended without a payment, or refused for lack of funds. */
export type RefundFate = 'now' | 'slow' | 'abnormal' | 'closed' | 'noFunds' | 'refused';

interface KnownPayment {
  readonly payNo: string;
  readonly amountCents: bigint;
  readonly currency: string;
  state: 'pending' | 'paid' | 'closed';
  paidCents: bigint;
  paidAt: Date | undefined;
}
interface KnownRefund {
  readonly payNo: string;
  readonly refundNo: string;
  readonly amountCents: bigint;
  state: RefundState;
  settles: RefundState;
  readonly at: Date;
}

/** A notification as the provider sends it. */
export interface SentNotification {
  readonly body: string;
  readonly signature: string;
}

const KEY = 'the key of the fake provider';
const signatureOf = (body: string): string => createHash('sha256').update(`${KEY}${body}`).digest('hex');
const MERCHANT = '1900000001';

export const fakeAccount: PayAccount = {
  kind: 'wechat',
  mchId: MERCHANT,
  appId: 'wx0',
  serialNo: '0',
  privateKey: '',
  apiV3Key: '',
  publicKeyId: null,
  publicKey: null,
};

const noCalls = (): string[] => [];

/** The books of a provider, and what it was told to do wrong. */
const createFakeBooks = (clock: () => Date) => {
  const payments = new Map<string, KnownPayment>();
  const refunds = new Map<string, KnownRefund>();
  const outbox: SentNotification[] = [];
  const send = (event: object): void => {
    const body = JSON.stringify(event);
    outbox.push({ body, signature: signatureOf(body) });
  };
  return {
    told: {
      fault: (): CallFault => 'none',
      fate: (): RefundFate => 'now',
      closesForReal: true,
      /** Loses, doubles, adds and changes lines of the bill of a day; undefined: the bill is not there. */
      bill: (lines: readonly BillLine[]): readonly BillLine[] | undefined => lines,
    },
    /** The names of the calls so far. */
    calls: noCalls(),
    payments,
    refunds,
    /** The notifications that were sent; they arrive when a test takes them out. */
    outbox,
    send,
    /** The payer pays. False if the order was closed. */
    pay: (payNo: string, more: { readonly amountCents?: bigint } = {}): boolean => {
      const payment = payments.get(payNo);
      if (payment?.state !== 'pending') return false;
      payment.state = 'paid';
      payment.paidCents = more.amountCents ?? payment.amountCents;
      payment.paidAt = clock();
      send({ kind: 'payment', payNo });
      return true;
    },
    /** Refunds that were processing get their result. */
    settleRefunds: (): void => {
      for (const refund of refunds.values()) {
        if (refund.state !== 'processing') continue;
        refund.state = refund.settles;
        send({ kind: 'refund', refundNo: refund.refundNo });
      }
    },
    /** What the merchant has at the provider: all that was paid minus all that was paid back. */
    balanceCents: (): bigint => {
      const paid = [...payments.values()].reduce((sum, { paidCents }) => sum + paidCents, 0n);
      return [...refunds.values()].reduce((sum, { state, amountCents }) => (state === 'succeeded' ? sum - amountCents : sum), paid);
    },
    /** What went back of a payment, or is on its way. */
    refundedCents: (payNo: string): bigint =>
      [...refunds.values()]
        .filter((refund) => refund.payNo === payNo && refund.state !== 'closed')
        .reduce((sum, { amountCents }) => sum + amountCents, 0n),
    forged: (body: string): SentNotification => ({ body, signature: signatureOf(`forged${body}`) }),
  };
};
type FakeBooks = ReturnType<typeof createFakeBooks>;

/** A provider that keeps books of its own and misbehaves as it is told. Its books are what the platform's books are compared with. */
export const createFakeProvider = (clock: () => Date) => {
  const books = createFakeBooks(clock);
  const provider: PaymentProvider<PayAccount> = {
    scenes: ['jsapi', 'qr', 'h5'],
    ...paymentCalls(books, clock),
    ...refundCalls(books, clock),
    readNotification: async (_account, { headerOf, body }) => {
      if (headerOf('x-fake-signature') !== signatureOf(body))
        return { ok: false, problem: 'wrongSignature', reply: { status: 401, contentType: 'application/json', body: '{"code":"FAIL"}' } };
      return { ok: true, event: eventOf(books, body, clock), reply: { status: 200, contentType: 'application/json', body: '{"code":"SUCCESS"}' } };
    },
    dayBill: async (_account, day, take) => {
      const lines = books.told.bill(linesOf(books, day));
      if (!lines) return callRefused('NO_BILL', '');
      if (lines.length > 0) await take(lines);
      return callDone({ lineCount: lines.length, hash: String(lines.length) });
    },
    prove: async () => callDone('proven'),
  };
  const providers: PaymentProviders = { wechat: provider, alipay: provider, stripe: provider };
  return { ...books, providers };
};

export type FakeProvider = ReturnType<typeof createFakeProvider>;

/** A call with its fault. */
const faulty = async <T>({ told, calls }: FakeBooks, name: string, work: () => CallOutcome<T>): Promise<CallOutcome<T>> => {
  const fault = told.fault();
  calls.push(name);
  if (fault === 'requestLost') return callUnknown('timeout');
  const outcome = work();
  if (fault === 'killed') throw new Error('killed');
  return fault === 'answerLost' ? callUnknown('timeout') : outcome;
};

type PaymentCalls = Pick<PaymentProvider<PayAccount>, 'create' | 'query' | 'close'>;
const paymentCalls = (books: FakeBooks, clock: () => Date): PaymentCalls => {
  const { payments, told } = books;
  return {
    create: (_account, { payNo, amountCents, currency }) =>
      faulty(books, 'create', () => {
        if (!payments.has(payNo)) payments.set(payNo, { payNo, amountCents, currency, state: 'pending', paidCents: 0n, paidAt: undefined });
        return callDone({ type: 'qr', data: { url: `fake://${payNo}` }, validUntil: new Date(clock().getTime() + 7_200_000), tradeRef: null });
      }),
    query: (_account, { payNo }) =>
      faulty(books, 'query', () => {
        const payment = payments.get(payNo);
        return callDone(payment ? paymentView(payment) : { ...unknownPayment, payNo });
      }),
    close: (_account, { payNo }) =>
      faulty(books, 'close', () => {
        const payment = payments.get(payNo);
        if (payment?.state === 'paid') return callDone('alreadyPaid');
        if (payment && told.closesForReal) payment.state = 'closed';
        return callDone('closed');
      }),
  };
};

const FEE_PER_MILLE = 6n;

/** The bill of a day in Beijing. */
const linesOf = ({ payments, refunds }: FakeBooks, day: string): readonly BillLine[] => {
  const isOfDay = (at: Date | undefined): boolean => at !== undefined && billDayAt('wechat', at.getTime()) === day;
  const lineOf = (
    kind: BillLine['kind'],
    { payNo, cents, at, refundNo }: { payNo: string; cents: bigint; at: Date | undefined; refundNo?: string },
  ) => ({
    kind,
    payNo,
    tradeNo: `T${payNo}`,
    refundNo,
    tradeRefundNo: refundNo === undefined ? undefined : `F${refundNo}`,
    amountCents: cents,
    feeCents: ((kind === 'payment' ? cents : -cents) * FEE_PER_MILLE) / 1_000n,
    time: at?.toISOString() ?? '',
  });
  const paid = [...payments.values()].filter(({ state, paidAt }) => state === 'paid' && isOfDay(paidAt));
  const back = [...refunds.values()].filter(({ state, at }) => state !== 'closed' && isOfDay(at));
  return [
    ...paid.map(({ payNo, paidCents, paidAt }) => lineOf('payment', { payNo, cents: paidCents, at: paidAt })),
    ...back.map(({ payNo, refundNo, amountCents, at }) => lineOf('refund', { payNo, refundNo, cents: amountCents, at })),
  ];
};

const unknownPayment: Omit<PaymentView, 'payNo'> = {
  state: 'pending',
  amountCents: undefined,
  currency: undefined,
  tradeNo: undefined,
  paidAt: undefined,
  merchantNo: undefined,
};
const paymentView = (payment: KnownPayment): PaymentView => ({
  payNo: payment.payNo,
  state: payment.state,
  amountCents: payment.state === 'paid' ? payment.paidCents : payment.amountCents,
  currency: payment.currency,
  tradeNo: payment.state === 'paid' ? `T${payment.payNo}` : undefined,
  paidAt: payment.paidAt,
  merchantNo: MERCHANT,
});
const refundView = ({ payNo, refundNo, amountCents, state }: KnownRefund, clock: () => Date): RefundView => ({
  payNo,
  refundNo,
  state,
  amountCents,
  tradeRefundNo: `F${refundNo}`,
  receivedBy: state === 'succeeded' ? 'the payer' : undefined,
  refundedAt: state === 'succeeded' ? clock() : undefined,
});

type RefundCalls = Pick<PaymentProvider<PayAccount>, 'refund' | 'queryRefund'>;
const refundCalls = (books: FakeBooks, clock: () => Date): RefundCalls => {
  const { payments, refunds, told, send, refundedCents } = books;
  return {
    refund: (_account, { payNo, refundNo, amountCents, totalCents }) =>
      faulty(books, 'refund', () => {
        const known = refunds.get(refundNo);
        if (known) return known.amountCents === amountCents ? callDone(refundView(known, clock)) : callRefused('PARAM_ERROR', 'another amount');
        const payment = payments.get(payNo);
        if (payment?.state !== 'paid' || payment.paidCents !== totalCents) return callRefused('PARAM_ERROR', 'not paid so');
        if (refundedCents(payNo) + amountCents > payment.paidCents) return callRefused('REFUND_FEE_MISMATCH', 'more than was paid');
        const fate = told.fate();
        if (fate === 'noFunds') return callRefused('NOT_ENOUGH', '', true);
        if (fate === 'refused') return callRefused('TRADE_ERROR', 'the account of the payer is frozen');
        const state = fate === 'now' ? 'succeeded' : 'processing';
        const refund: KnownRefund = { payNo, refundNo, amountCents, state, settles: settled[fate], at: clock() };
        refunds.set(refundNo, refund);
        if (fate === 'now') send({ kind: 'refund', refundNo });
        return callDone(refundView(refund, clock));
      }),
    queryRefund: (_account, { refundNo }) =>
      faulty(books, 'queryRefund', () => {
        const refund = refunds.get(refundNo);
        return callDone(refund && refundView(refund, clock));
      }),
  };
};

const eventOf = ({ payments, refunds }: FakeBooks, body: string, clock: () => Date): PaymentEvent | undefined => {
  const [payment, refund] = [payments.get(textIn(body, 'payNo')), refunds.get(textIn(body, 'refundNo'))];
  if (refund) return { kind: 'refund', view: refundView(refund, clock) };
  return payment && { kind: 'payment', view: paymentView(payment) };
};

const settled: Readonly<Record<Exclude<RefundFate, 'noFunds' | 'refused'>, RefundState>> = {
  now: 'succeeded',
  slow: 'succeeded',
  abnormal: 'abnormal',
  closed: 'closed',
};

const textIn = (body: string, name: string): string => new RegExp(`"${name}":"(\\w+)"`).exec(body)?.[1] ?? '';
