import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Books } from './books.ts';
import type { StandInPayment, StandInRefund } from './books.ts';
import { alipayAnswer, alipayNotification } from './alipay.ts';
import { cashierAnswer } from './cashier.ts';
import { certificateAnswer, controlAnswer } from './control.ts';
import { buyerAnswer, createInvoices, invoiceAnswer, isInvoiceCall } from './invoice-wire.ts';
import type { StandInInvoices } from './invoice-wire.ts';
import type { StandInCertificates } from './alipay-certificates.ts';
import { createKeys } from './keys.ts';
import type { StandInKeys } from './keys.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { Notifier } from './notifier.ts';
import { stripeAnswer, stripeNotification } from './stripe.ts';
import { wechatAnswer, wechatNotification } from './wechat.ts';

/** A request as it came. */
export interface WireRequest {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly headerOf: (name: string) => string | undefined;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** What the wires of the three providers share. */
export interface StandIn {
  readonly books: Books;
  readonly keys: StandInKeys;
  readonly faults: Misbehaviour;
  readonly notifier: Notifier;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** The certificates with which Alipay's wire works, once they are made; a request that names them is answered with them. */
  certificates: StandInCertificates | undefined;
  /** Which of Alipay's certificates signs. */
  signer: 'first' | 'next' | 'otherApp';
  /** Where browsers and merchants reach it. */
  origin: string;
  /** Where Stripe's webhooks go; empty while no address is set. */
  stripeWebhookUrl: string;
  /** The nonces of the merchant that were used, which are not taken again. */
  readonly usedNonces: Set<string>;
  /** The invoice service, which the stand-in plays as well. */
  readonly invoices: StandInInvoices;
  /** The payer pays, and the merchant is notified. */
  pay(payment: StandInPayment, options?: { readonly isLate?: boolean }): boolean;
  /** A slow or abnormal refund ends well, and the merchant is notified. */
  completeRefund(payment: StandInPayment, refund: StandInRefund): boolean;
  notify(payment: StandInPayment, refund?: StandInRefund): void;
}

export interface RunningStandIn extends StandIn {
  close(): Promise<void>;
}

export interface StandInOptions {
  readonly port?: number;
  readonly clock?: () => number;
  /** Repetitions of notifications come this much faster than the providers'. */
  readonly timeFactor?: number;
  /** Made anew when left out. */
  readonly keys?: StandInKeys;
}

const NOTIFICATIONS = { wechat: wechatNotification, alipay: alipayNotification, stripe: stripeNotification } as const;

/** Starts the stand-in on loopback. */
export const startStandIn = async ({
  port = 0,
  clock = Date.now,
  timeFactor = 1,
  keys = createKeys(),
}: StandInOptions = {}): Promise<RunningStandIn> => {
  const faults: Misbehaviour = { calls: [], notifications: [], bills: [] };
  const notifier = new Notifier(faults, timeFactor);
  const standIn: StandIn = {
    books: new Books(),
    keys,
    faults,
    notifier,
    clock,
    certificates: undefined,
    signer: 'first',
    origin: '',
    stripeWebhookUrl: '',
    usedNonces: new Set(),
    invoices: createInvoices(keys),
    pay: (payment, options = {}) => {
      const isPaid = standIn.books.pay(payment, { atMs: clock(), ...options });
      if (isPaid) standIn.notify(payment);
      return isPaid;
    },
    completeRefund: (payment, refund) => {
      const isDone = standIn.books.complete(refund, clock());
      if (isDone) standIn.notify(payment, refund);
      return isDone;
    },
    notify: (payment, refund) => notifier.send((fault) => NOTIFICATIONS[payment.provider](standIn, { payment, refund, fault })),
  };
  const server = createServer((request, response) => void answer(standIn, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  standIn.origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  return Object.assign(standIn, {
    close: async () => {
      notifier.stop();
      for (const timer of standIn.invoices.timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

const BODY_MAX_BYTES = 1_000_000;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > BODY_MAX_BYTES) throw new Error('the body is too long');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const answer = async (standIn: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const body = await readBody(request).catch(() => undefined);
  if (body === undefined) return void response.writeHead(413).end();
  const headerOf = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const wire: WireRequest = { method: request.method ?? 'GET', url: request.url ?? '/', headerOf, body };
  const own = cashierAnswer(standIn, wire) ?? (await certificateAnswer(standIn, wire)) ?? controlAnswer(standIn, wire) ?? buyerAnswer(standIn, wire);
  if (own) return send(response, own);
  const fault = standIn.faults.calls.shift();
  if (fault === 'error' || fault === 'busy') return send(response, { status: fault === 'error' ? 500 : 429, headers: {}, body: '' });
  const handle = wire.url.startsWith('/gateway.do') ? alipayAnswer : wire.url.startsWith('/v1/') ? stripeAnswer : wechatAnswer;
  const made = isInvoiceCall(wire) ? await invoiceAnswer(standIn, wire, fault) : handle(standIn, wire, fault);
  if (fault === 'lostAnswer') return void request.socket.destroy();
  if (fault !== 'hang') send(response, made);
};

const send = (response: ServerResponse, { status, headers, body }: WireAnswer): void => {
  response.writeHead(status, { ...headers });
  response.end(body);
};
