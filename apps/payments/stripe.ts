import { randomBytes } from 'node:crypto';
import { formParams } from '#engines/payment/alipay/signature.ts';
import { METADATA } from '#engines/payment/stripe/answers.ts';
import { webhookSignature } from '#engines/payment/stripe/signature.ts';
import { billedPayments } from './billed.ts';
import type { Refusal, StandInPayment, StandInRefund } from './books.ts';
import type { CallFault } from './misbehaviour.ts';
import type { Notification } from './notifier.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';
import type { NotificationFacts } from './wechat.ts';

/** The wire of Stripe, as far as payments and refunds need it. Stripe's answers have no signature. */

type Content = readonly [status: number, content: object];

export const stripeAnswer = (standIn: StandIn, request: WireRequest, _fault: CallFault | undefined): WireAnswer => {
  const [status, content] = handle(standIn, request);
  return {
    status,
    headers: { 'content-type': 'application/json', 'request-id': `req_${randomBytes(7).toString('hex')}` },
    body: JSON.stringify(content),
  };
};

const failure = (status: number, code: string, more: object = {}): Content => [
  status,
  { error: { type: 'invalid_request_error', code, message: code, ...more } },
];

const refusals: Readonly<Record<Refusal, Content>> = {
  exists: failure(400, 'idempotency_error'),
  absent: failure(404, 'resource_missing'),
  paid: failure(400, 'payment_intent_unexpected_state'),
  closed: failure(400, 'payment_intent_unexpected_state'),
  notPaid: failure(400, 'charge_not_captured'),
  tooMuch: failure(400, 'charge_already_refunded'),
  otherAmount: failure(400, 'idempotency_error'),
  notEnough: failure(400, 'balance_insufficient'),
  tooManyRefunds: failure(400, 'too_many_refunds'),
};

const intentId = ({ tradeNo }: StandInPayment): string => `pi_${tradeNo}`;
const refundId = ({ tradeRefundNo }: StandInRefund): string => `re_${tradeRefundNo}`;

const handle = (standIn: StandIn, { method, url, headerOf, body }: WireRequest): Content => {
  const { pathname, searchParams } = new URL(url, standIn.origin);
  if (headerOf('authorization') !== `Bearer ${standIn.keys.merchants.stripe.secretKey}`) return failure(401, 'invalid_api_key');
  const form = formParams(body);
  const [, noun = '', id = '', act] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(pathname) ?? [];
  const payment = standIn.books.payments.find(
    (one) => one.provider === 'stripe' && intentId(one) === (id || form['payment_intent'] || searchParams.get('payment_intent')),
  );
  if (noun === 'balance') return [200, { object: 'balance', available: [], livemode: false, pending: [] }];
  if (noun === 'balance_transactions') return [200, movements(standIn, searchParams)];
  if (noun === 'payment_intents' && method === 'POST' && id === '') return createIntent(standIn, form);
  if (!payment) return refusals.absent;
  if (noun === 'payment_intents' && act === 'cancel') {
    const refusal = standIn.books.close(payment);
    return refusal ? failure(400, 'payment_intent_unexpected_state', { payment_intent: intent(payment) }) : [200, intent(payment)];
  }
  if (noun === 'payment_intents') return [200, intent(payment)];
  if (noun === 'refunds' && method === 'GET')
    return [200, { object: 'list', has_more: false, url: '/v1/refunds', data: payment.refunds.map((refund) => refundObject(payment, refund)) }];
  return noun === 'refunds' ? createRefund(standIn, payment, form) : refusals.absent;
};

const createIntent = (standIn: StandIn, form: Readonly<Record<string, string>>): Content => {
  const [amount, payNo, currency] = [Number(form['amount']), form[`metadata[${METADATA.payNo}]`], form['currency'] ?? ''];
  if (!Number.isSafeInteger(amount) || amount < 1 || payNo === undefined || !/^[a-z]{3}$/.test(currency))
    return failure(400, 'parameter_invalid_integer');
  const made = standIn.books.create({
    provider: 'stripe',
    payNo,
    amountCents: amount,
    currency: currency.toUpperCase(),
    subject: form['description'] ?? '',
    // Stripe sends webhooks to an address that is set in its console.
    notifyUrl: standIn.stripeWebhookUrl,
    expiresMs: Number.POSITIVE_INFINITY,
  });
  return typeof made === 'string' ? refusals[made] : [200, intent(made)];
};

const createRefund = (standIn: StandIn, payment: StandInPayment, form: Readonly<Record<string, string>>): Content => {
  const refundNo = form[`metadata[${METADATA.refundNo}]`] ?? '';
  const isNew = payment.refunds.every((refund) => refund.refundNo !== refundNo);
  const refund = standIn.books.refund(payment, {
    refundNo,
    amountCents: Number(form['amount'] ?? payment.amountCents),
    notifyUrl: payment.notifyUrl,
    askedMs: standIn.clock(),
  });
  if (typeof refund === 'string') return refusals[refund];
  if (isNew && refund.state !== 'processing') standIn.notify(payment, refund);
  return [200, refundObject(payment, refund)];
};

const seconds = (ms: number): number => Math.floor(ms / 1_000);
const INTENT_STATUS = { open: 'requires_payment_method', paid: 'succeeded', closed: 'canceled' } as const;

const intent = (payment: StandInPayment, cents = payment.amountCents) => ({
  id: intentId(payment),
  object: 'payment_intent',
  amount: cents,
  amount_received: payment.state === 'paid' ? cents : 0,
  client_secret: `${intentId(payment)}_secret_${payment.payNo}`,
  created: seconds(payment.paidMs ?? 0),
  currency: payment.currency.toLowerCase(),
  metadata: { [METADATA.payNo]: payment.payNo },
  status: INTENT_STATUS[payment.state],
});

const REFUND_STATUS = { processing: 'pending', succeeded: 'succeeded', closed: 'canceled', abnormal: 'failed' } as const;

const refundObject = (payment: StandInPayment, refund: StandInRefund) => ({
  id: refundId(refund),
  object: 'refund',
  amount: refund.amountCents,
  created: seconds(refund.askedMs),
  currency: payment.currency.toLowerCase(),
  metadata: { [METADATA.payNo]: payment.payNo, [METADATA.refundNo]: refund.refundNo },
  payment_intent: intentId(payment),
  status: REFUND_STATUS[refund.state],
});

/** All movements of the account in the asked time, in pages. */
const movements = ({ books, faults }: StandIn, query: URLSearchParams): object => {
  const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))];
  const paid = books.payments.filter(({ provider, paidMs }) => provider === 'stripe' && paidMs !== undefined);
  const charges = billedPayments(
    paid.filter(({ paidMs = 0 }) => seconds(paidMs) >= from && seconds(paidMs) < to),
    faults.bills,
  ).map((payment) =>
    movement({
      id: `txn_${payment.tradeNo}`,
      type: 'charge',
      amount: payment.amountCents,
      ms: payment.paidMs ?? 0,
      source: { ...intent(payment), object: 'charge', payment_intent: intentId(payment) },
    }),
  );
  const refunds = paid.flatMap((payment) =>
    payment.refunds
      .filter(({ state }) => state === 'succeeded')
      .map((refund) =>
        movement({
          id: `txn_${refund.tradeRefundNo}`,
          type: 'refund',
          amount: -refund.amountCents,
          ms: refund.doneMs ?? 0,
          source: refundObject(payment, refund),
        }),
      ),
  );
  const all = [...charges, ...refunds].filter(({ created }) => created >= from && created < to);
  const start = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const limit = Number(query.get('limit') ?? 10);
  return { object: 'list', url: '/v1/balance_transactions', has_more: start + limit < all.length, data: all.slice(start, start + limit) };
};

interface Movement {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly ms: number;
  readonly source: object;
}
const movement = ({ ms, ...fields }: Movement) => ({ ...fields, object: 'balance_transaction', created: seconds(ms), fee: 0, net: fields.amount });

const STALE_S = 600;
const OTHER_CENTS = 1;

export const stripeNotification = (standIn: StandIn, { payment, refund, fault }: NotificationFacts): Notification => {
  const timestampS = seconds(standIn.clock()) - (fault === 'stale' ? STALE_S : 0);
  const body = JSON.stringify({
    id: `evt_${randomBytes(12).toString('hex')}`,
    object: 'event',
    created: timestampS,
    type: refund ? 'refund.updated' : 'payment_intent.succeeded',
    data: { object: refund ? refundObject(payment, refund) : intent(payment, payment.amountCents + (fault === 'wrongAmount' ? OTHER_CENTS : 0)) },
  });
  const isForged = fault === 'forged' || fault === 'probe';
  const secret = isForged ? 'whsec_of_nobody' : (standIn.keys.merchants.stripe.webhookSecrets[0] ?? '');
  return {
    url: payment.notifyUrl,
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${timestampS},v1=${webhookSignature(body, { secret, timestampS })}` },
    body,
    isTaken: (status) => status >= 200 && status < 300,
  };
};
