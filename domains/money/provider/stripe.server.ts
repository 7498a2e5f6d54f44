import { createHash } from 'node:crypto';
import { callDone, callRefused, callUnknown } from '#engines/payment/payment.ts';
import type { BillTaker, ReadBill } from './bill-stream.server.ts';
import type { BillLine, CallOutcome } from '#engines/payment/payment.ts';
import { integerAt, parseJson, textAt, valueAt } from '#engines/payment/read.ts';
import { eventOf, METADATA, outcomeOf, paymentOf, refundOf } from '#engines/payment/stripe/answers.ts';
import { webhookProblem } from '#engines/payment/stripe/signature.ts';
import type { ClientAction, NewPayment, NotificationReply, PaymentProvider, StripeAccount } from './provider.server.ts';
import type { ProviderParts } from './transport.server.ts';

/** Stripe with payments that are taken at once; the rest is refunded, as with the other providers. */
export const createStripe = (parts: ProviderParts): PaymentProvider<StripeAccount> => {
  const client = new StripeClient(parts);
  return {
    scenes: ['card'],
    create: (account, payment) => create(client, account, payment),
    query: async (account, { tradeRef }) => {
      if (tradeRef === null) return callUnknown('noReference');
      const answer = await client.get(account, `/v1/payment_intents/${tradeRef}`);
      return typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, paymentOf);
    },
    close: async (account, { payNo, tradeRef }) => {
      if (tradeRef === null) return callUnknown('noReference');
      const answer = await client.post(account, `/v1/payment_intents/${tradeRef}/cancel`, { form: {}, key: `close-${payNo}` });
      if (typeof answer === 'string') return callUnknown(answer);
      const state = textAt(parseJson(answer.body), 'error', 'payment_intent', 'status');
      if (state === 'succeeded') return callDone('alreadyPaid');
      return state === 'canceled' ? callDone('closed') : outcomeOf(answer, () => 'closed' as const);
    },
    refund: async (account, { payNo, refundNo, tradeRef, amountCents }) => {
      if (tradeRef === null) return callRefused('noReference', 'the payment has no reference');
      const form = {
        payment_intent: tradeRef,
        amount: String(amountCents),
        [`metadata[${METADATA.payNo}]`]: payNo,
        [`metadata[${METADATA.refundNo}]`]: refundNo,
      };
      const answer = await client.post(account, '/v1/refunds', { form, key: `refund-${refundNo}` });
      return typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, refundOf);
    },
    queryRefund: async (account, { refundNo, tradeRef }) => {
      if (tradeRef === null) return callDone(undefined);
      const answer = await client.get(account, `/v1/refunds?payment_intent=${tradeRef}&limit=100`);
      if (typeof answer === 'string') return callUnknown(answer);
      const found = outcomeOf(answer, (list) => ({
        view: itemsIn(list)
          .map(refundOf)
          .find((view) => view?.refundNo === refundNo),
      }));
      return found.kind === 'done' ? callDone(found.value.view) : found;
    },
    readNotification: async (account, { headerOf, body }) => {
      const nowS = Math.floor(parts.clock() / 1_000);
      const problem = webhookProblem({ header: headerOf('stripe-signature'), body }, { secrets: account.webhookSecrets, nowS });
      return problem ? { ok: false, problem, reply: FAILED } : { ok: true, event: eventOf(body), reply: TAKEN };
    },
    dayBill: (account, day, take) => dayBill(client, account, { day, take }),
    prove: async (account) => {
      const answer = await client.get(account, '/v1/balance');
      return typeof answer === 'string'
        ? callUnknown(answer)
        : outcomeOf(answer, (balance) => (textAt(balance, 'object') === 'balance' ? 'proven' : undefined));
    },
  };
};

const create = async (client: StripeClient, account: StripeAccount, payment: NewPayment): Promise<CallOutcome<ClientAction>> => {
  if (payment.scene !== 'card') return callRefused('scene', 'the scene is not possible');
  const form = {
    amount: String(payment.amountCents),
    currency: payment.currency.toLowerCase(),
    description: payment.subject,
    'automatic_payment_methods[enabled]': 'true',
    [`metadata[${METADATA.payNo}]`]: payment.payNo,
  };
  const answer = await client.post(account, '/v1/payment_intents', { form, key: `pay-${payment.payNo}` });
  if (typeof answer === 'string') return callUnknown(answer);
  return outcomeOf(answer, (intent) => {
    const [id, clientSecret] = [textAt(intent, 'id'), textAt(intent, 'client_secret')];
    if (id === undefined || clientSecret === undefined) return undefined;
    const data = { clientSecret, publishableKey: account.publishableKey };
    return { type: 'clientSecret', data, validUntil: payment.expiresAt, tradeRef: id };
  });
};

const TAKEN: NotificationReply = { status: 200, contentType: 'application/json', body: '{}' };
const FAILED: NotificationReply = { status: 400, contentType: 'application/json', body: '{}' };
const DAY_S = 86_400;
const PAGE_ROWS = 100;

const itemsIn = (list: unknown): readonly unknown[] => {
  const items = valueAt(list, 'data');
  return Array.isArray(items) ? items : [];
};

interface StripeCall {
  readonly form: Readonly<Record<string, string>>;
  /** The same for repetitions of a call, which then do nothing anew. */
  readonly key: string;
}

class StripeClient {
  readonly #parts: ProviderParts;
  constructor(parts: ProviderParts) {
    this.#parts = parts;
  }

  get(account: StripeAccount, path: string) {
    return this.#send(account, { method: 'GET', path, headers: {}, body: '' });
  }

  post(account: StripeAccount, path: string, { form, key }: StripeCall) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': key };
    return this.#send(account, { method: 'POST', path, headers, body: new URLSearchParams(form).toString() });
  }

  async #send(
    { secretKey }: StripeAccount,
    {
      path,
      headers,
      ...request
    }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ) {
    const answer = await this.#parts.transport({
      ...request,
      url: `${this.#parts.origin}${path}`,
      headers: { ...headers, authorization: `Bearer ${secretKey}`, 'stripe-version': API_VERSION },
    });
    return typeof answer === 'string' ? answer : { status: answer.status, body: answer.bytes.toString('utf8') };
  }
}

/** The version whose objects the answers are read as. */
const API_VERSION = '2024-06-20';

/** Stripe has no bill of a day: its balance transactions of the day in UTC are the bill. */
const dayBill = async (
  client: StripeClient,
  account: StripeAccount,
  { day, take }: { readonly day: string; readonly take: BillTaker },
): Promise<CallOutcome<ReadBill>> => {
  const fromS = Date.parse(`${day}T00:00:00Z`) / 1_000;
  const hash = createHash('sha256');
  let lineCount = 0;
  for (let after: string | undefined = ''; after !== undefined;) {
    const query = new URLSearchParams({
      'created[gte]': String(fromS),
      'created[lt]': String(fromS + DAY_S),
      limit: String(PAGE_ROWS),
      'expand[]': 'data.source',
    });
    if (after) query.set('starting_after', after);
    const answer = await client.get(account, `/v1/balance_transactions?${query.toString()}`);
    const page: CallOutcome<unknown> = typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, (list) => list);
    if (page.kind !== 'done') return page;
    hash.update(typeof answer === 'string' ? '' : answer.body);
    const items = itemsIn(page.value);
    const lines = items.flatMap(lineOf);
    lineCount += lines.length;
    if (lines.length > 0) await take(lines);
    after = valueAt(page.value, 'has_more') === true ? textAt(items.at(-1), 'id') : undefined;
  }
  return callDone({ lineCount, hash: hash.digest('hex') });
};

const KINDS: Readonly<Record<string, BillLine['kind']>> = { charge: 'payment', payment: 'payment', refund: 'refund', payment_refund: 'refund' };

/** A movement that is no payment and no refund of ours, such as a payout, is no line of the bill. */
const lineOf = (item: unknown): readonly BillLine[] => {
  const kind = KINDS[textAt(item, 'type') ?? ''];
  const [amount, payNo] = [integerAt(item, 'amount'), textAt(item, 'source', 'metadata', METADATA.payNo)];
  if (kind === undefined || amount === undefined || payNo === undefined) return [];
  return [
    {
      kind,
      payNo,
      tradeNo: textAt(item, 'source', 'payment_intent') ?? '',
      refundNo: kind === 'refund' ? textAt(item, 'source', 'metadata', METADATA.refundNo) : undefined,
      tradeRefundNo: kind === 'refund' ? textAt(item, 'source', 'id') : undefined,
      amountCents: amount < 0n ? -amount : amount,
      feeCents: integerAt(item, 'fee') ?? 0n,
      time: new Date(Number(integerAt(item, 'created') ?? 0n) * 1_000).toISOString(),
    },
  ];
};
