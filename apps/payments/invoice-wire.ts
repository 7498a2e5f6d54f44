import { createHash, randomBytes } from 'node:crypto';
import { wireHeaders, wireProblem, wireSignature } from '#engines/invoice/wire.ts';
import { parseJson, textAt, valueAt } from '#engines/payment/read.ts';
import { renderDocument } from '#kit/server/documents/render-document.ts';
import { InvoiceBooks } from './invoice-books.ts';
import type { InvoiceRefusalCode, StandInInvoice, StandInRed } from './invoice-books.ts';
import { invoicePaper, invoiceXml } from './invoice-paper.ts';
import type { StandInKeys } from './keys.ts';
import type { CallFault, NotificationFault } from './misbehaviour.ts';
import type { Notification } from './notifier.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';

/** The wire of the stand-in invoice service. */

export interface StandInInvoices {
  readonly books: InvoiceBooks;
  /** The account that sellers enter in their invoice information. */
  readonly account: { readonly appKey: string; readonly appSecret: string };
  readonly usedNonces: Set<string>;
  readonly timers: Set<NodeJS.Timeout>;
}

/** The account follows from the other keys, so that it is the same after a restart. */
export const createInvoices = (keys: StandInKeys): StandInInvoices => ({
  books: new InvoiceBooks(),
  account: { appKey: 'stand-in-invoices', appSecret: createHash('sha256').update(`invoices ${keys.stranger}`).digest('hex') },
  usedNonces: new Set(),
  timers: new Set(),
});

const PREFIX = '/invoice/v1';

export const isInvoiceCall = ({ url }: Pick<WireRequest, 'url'>): boolean => url.startsWith(`${PREFIX}/`);

/** An answer whose fault, if any, is in its signature. */
export const invoiceAnswer = async (standIn: StandIn, request: WireRequest, fault: CallFault | undefined): Promise<WireAnswer> => {
  const { account, usedNonces } = standIn.invoices;
  const [subject, nonce] = [`${request.method} ${request.url}`, request.headerOf(wireHeaders.nonce) ?? ''];
  const problem = wireProblem(
    { subject, body: request.body, headerOf: request.headerOf },
    { secret: account.appSecret, nowS: Math.floor(standIn.clock() / 1_000) },
  );
  const isOurs = problem === undefined && request.headerOf(wireHeaders.key) === account.appKey && !usedNonces.has(nonce);
  usedNonces.add(nonce);
  const made = isOurs ? await handle(standIn, request) : json(401, { code: 'UNSIGNED', message: problem ?? 'the nonce was used' });
  return sealed(standIn, { subject: `${subject} ${made.status}`, made, fault });
};

interface Unsealed {
  readonly subject: string;
  readonly made: WireAnswer;
  readonly fault: CallFault | undefined;
}

const sealed = (standIn: StandIn, { subject, made, fault }: Unsealed): WireAnswer => {
  if (fault === 'unsigned') return made;
  const secret = fault === 'forged' || fault === 'probe' ? 'nobody' : standIn.invoices.account.appSecret;
  const stamp = { timestampS: Math.floor(standIn.clock() / 1_000), nonce: randomBytes(16).toString('hex') };
  const body = typeof made.body === 'string' ? made.body : Buffer.from(made.body).toString('base64');
  return {
    ...made,
    headers: {
      ...made.headers,
      [wireHeaders.time]: String(stamp.timestampS),
      [wireHeaders.nonce]: stamp.nonce,
      [wireHeaders.signature]: wireSignature(subject, body, { ...stamp, secret }),
    },
  };
};

const json = (status: number, content: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(content),
});

const refusals: Readonly<Record<InvoiceRefusalCode, readonly [status: number, message: string]>> = {
  SELLER_OFFLINE: [409, '电子税务局登录已失效，请重新登录'],
  BAD_TITLE: [400, '购买方信息不正确'],
  BAD_AMOUNT: [400, '金额或税额不正确'],
  OTHER_CONTENT: [409, '流水号已用于其他内容'],
  NOT_FOUND: [404, '没有该发票'],
  NOT_ISSUED: [409, '蓝字发票未开具'],
  RED_EXISTS: [409, '已存在红字发票'],
  NO_QUOTA: [409, '授信额度不足'],
};
const refused = (code: InvoiceRefusalCode): WireAnswer => {
  const [status, message] = refusals[code];
  return json(status, { code, message });
};

const view = ({ serialNo, status, invoiceNo, issuedMs, totalCents, reason }: StandInInvoice) => ({
  serialNo,
  status,
  ...(invoiceNo !== undefined && { invoiceNo, totalCents: Number(totalCents) }),
  ...(issuedMs !== undefined && { issuedAt: new Date(issuedMs).toISOString() }),
  ...(reason !== undefined && { reason }),
});

const redView = ({ totalCents }: StandInInvoice, { redSerialNo, status, redInvoiceNo, issuedMs, refusal }: StandInRed) => ({
  redSerialNo,
  status,
  ...(redInvoiceNo !== undefined && { redInvoiceNo, totalCents: -Number(totalCents) }),
  ...(issuedMs !== undefined && { issuedAt: new Date(issuedMs).toISOString() }),
  ...(refusal !== undefined && { reason: refusal }),
});

const handle = async (standIn: StandIn, { method, url, body }: WireRequest): Promise<WireAnswer> => {
  const { books } = standIn.invoices;
  const [, noun = '', name = ''] = /^\/invoice\/v1\/(\w+)(?:\/([\w.]+))?$/u.exec(url) ?? [];
  if (method === 'POST' && noun === 'invoices') return apply(standIn, parseJson(body));
  if (method === 'POST' && noun === 'reds') return applyRed(standIn, parseJson(body));
  if (noun === 'seller') return json(200, { status: books.isOffline ? 'OFFLINE' : 'ONLINE', quotaCents: Number(books.quotaCents) });
  if (noun === 'files') return file(books, name);
  if (noun === 'invoices') {
    const invoice = books.find(name);
    return invoice ? json(200, view(invoice)) : refused('NOT_FOUND');
  }
  const found = noun === 'reds' ? books.findRed(name) : undefined;
  return found ? json(200, redView(found.invoice, found.red)) : refused('NOT_FOUND');
};

const apply = (standIn: StandIn, content: unknown): WireAnswer => {
  const { books } = standIn.invoices;
  const invoice = books.apply(content, standIn.clock());
  if (typeof invoice === 'string') return refused(invoice);
  if (invoice.status === 'ACCEPTED')
    later(
      standIn,
      () => settleInvoice(standIn, invoice),
      () => (invoice.status = 'ISSUING'),
    );
  return json(202, view(invoice));
};

const applyRed = (standIn: StandIn, content: unknown): WireAnswer => {
  const { books } = standIn.invoices;
  const red = books.applyRed(content, standIn.clock());
  if (typeof red === 'string') return refused(red);
  const found = books.findRed(red.redSerialNo);
  if (!found) return refused('NOT_FOUND');
  if (red.status === 'ACCEPTED')
    later(
      standIn,
      () => settleRed(standIn, red),
      () => (red.status = 'ISSUING'),
    );
  return json(202, redView(found.invoice, red));
};

/** The tax office begins after half of its time, and ends after all of it. */
const later = ({ invoices: { books, timers } }: StandIn, end: () => void, begin: () => void): void => {
  for (const [ms, work] of [
    [books.delayMs / 2, begin],
    [books.delayMs, end],
  ] as const) {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }
};

const settleInvoice = (standIn: StandIn, invoice: StandInInvoice): void => {
  if (standIn.invoices.books.settle(invoice, standIn.clock()))
    standIn.notifier.send((fault) => callback(standIn, { url: invoice.callbackUrl, content: view(invoice), fault, serialNo: invoice.serialNo }));
};

/** The red invoice is issued, or with a `refusal` the buyer has refused it. */
export const settleRed = (standIn: StandIn, red: StandInRed, refusal?: string): boolean => {
  const found = standIn.invoices.books.findRed(red.redSerialNo);
  const isDone = standIn.invoices.books.settleRed(red, { atMs: standIn.clock(), ...(refusal !== undefined && { refusal }) });
  if (isDone && found)
    standIn.notifier.send((fault) =>
      callback(standIn, { url: red.callbackUrl, content: redView(found.invoice, red), fault, serialNo: found.invoice.serialNo }),
    );
  return isDone;
};

interface CallbackFacts {
  readonly url: string;
  readonly serialNo: string;
  readonly content: object;
  readonly fault: NotificationFault | undefined;
}

const STALE_S = 600;

const callback = (standIn: StandIn, { url, serialNo, content, fault }: CallbackFacts): Notification => {
  const stamp = { timestampS: Math.floor(standIn.clock() / 1_000) - (fault === 'stale' ? STALE_S : 0), nonce: randomBytes(16).toString('hex') };
  const body = JSON.stringify({ ...content, serialNo, ...(fault === 'wrongAmount' && { totalCents: 1 }) });
  const secret = fault === 'forged' || fault === 'probe' ? 'nobody' : standIn.invoices.account.appSecret;
  return {
    url,
    headers: {
      'content-type': 'application/json',
      [wireHeaders.time]: String(stamp.timestampS),
      [wireHeaders.nonce]: stamp.nonce,
      [wireHeaders.signature]: wireSignature('callback', body, { ...stamp, secret }),
    },
    body,
    isTaken: (status, text) => status === 200 && valueAt(parseJson(text), 'code') === 200,
  };
};

const file = async (books: InvoiceBooks, name: string): Promise<WireAnswer> => {
  const [serialNo = '', kind] = name.split('.');
  const found = books.findRed(serialNo);
  const invoice = found?.invoice ?? books.find(serialNo);
  const isIssued = found ? found.red.status === 'ISSUED' : invoice?.status === 'ISSUED';
  if (!invoice || !isIssued) return refused('NOT_FOUND');
  if (kind === 'xml') return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(invoiceXml(invoice, found?.red)) };
  const { pdf } = await renderDocument(invoicePaper(invoice, found?.red), { withWorkbook: false });
  return { status: 200, headers: { 'content-type': 'application/pdf' }, body: pdf };
};

const BUYER_PATH = /^\/buyer\/(\w{6,40})$/u;

/** The page on which the buyer of the stand-in agrees to a red invoice or refuses it; undefined for a request that is not for it. */
export const buyerAnswer = (standIn: StandIn, { method, url, body }: WireRequest): WireAnswer | undefined => {
  const [, redSerialNo] = BUYER_PATH.exec(url) ?? [];
  if (redSerialNo === undefined) return undefined;
  const found = standIn.invoices.books.findRed(redSerialNo);
  const page = (status: number, content: string): WireAnswer => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
    body: `<!doctype html><html lang="en"><title>Stand-in buyer</title><h1>Stand-in buyer</h1>${content}<p>This is not a tax office.</p></html>`,
  });
  if (!found) return page(404, '<p>There is no such red invoice.</p>');
  if (method === 'POST') {
    const isDone = settleRed(standIn, found.red, new URLSearchParams(body).get('answer') === 'refuse' ? '购买方拒绝' : undefined);
    return page(isDone ? 200 : 409, `<p>The red invoice is ${found.red.status}.</p>`);
  }
  const form = '<form method="post"><button name="answer" value="agree">Agree</button> <button name="answer" value="refuse">Refuse</button></form>';
  return page(200, found.red.status === 'AWAITING_BUYER' ? form : `<p>The red invoice is ${found.red.status}.</p>`);
};

/** What the control sets and does: `{ isOffline, delayMs, failures, buyerDecides }`, and `{ redSerialNo, agree }` of the buyer. */
export const invoiceSettings = (standIn: StandIn, input: unknown): boolean => {
  const { books } = standIn.invoices;
  const flag = (name: string): boolean | undefined => {
    const value = valueAt(input, name);
    return typeof value === 'boolean' ? value : undefined;
  };
  books.isOffline = flag('isOffline') ?? books.isOffline;
  books.buyerDecides = flag('buyerDecides') ?? books.buyerDecides;
  const delayMs = valueAt(input, 'delayMs');
  if (typeof delayMs === 'number' && delayMs >= 0) books.delayMs = delayMs;
  const failures = valueAt(input, 'failures');
  if (Array.isArray(failures)) books.failures.push(...failures.map(String));
  return true;
};

export const buyerDecision = (standIn: StandIn, input: unknown): boolean => {
  const found = standIn.invoices.books.findRed(textAt(input, 'redSerialNo') ?? '');
  return found !== undefined && settleRed(standIn, found.red, flagOf(input) ? undefined : '购买方拒绝');
};
const flagOf = (input: unknown): boolean => valueAt(input, 'agree') === true;
