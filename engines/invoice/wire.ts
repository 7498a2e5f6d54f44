import { hmacSha256Hex, isEqualText } from '../payment/crypto.ts';
import type { MessageProblem } from '../payment/payment.ts';
import { instantAt, integerAt, textAt } from '../payment/read.ts';
import type { IssueStatus, IssueView, RedStatus, RedView } from './service.ts';

/**
 * The wire between a seller and an invoice service: JSON, signed on both sides by HMAC-SHA256 with the seller's secret. What is signed has five lines:
 * what the message belongs to, the time in seconds, a nonce, the body, and an empty one.
 */

export interface WireStamp {
  readonly timestampS: number;
  readonly nonce: string;
}

/** `subject`: `POST /invoice/v1/apply` of a request, the same with the status of its answer, or `callback`. */
export const wireSignature = (subject: string, body: string, { timestampS, nonce, secret }: WireStamp & { readonly secret: string }): string =>
  hmacSha256Hex(`${subject}\n${timestampS}\n${nonce}\n${body}\n`, secret);

export const wireHeaders = { key: 'x-invoice-key', time: 'x-invoice-time', nonce: 'x-invoice-nonce', signature: 'x-invoice-signature' } as const;

const SKEW_MAX_S = 300;

export interface SignedMessage {
  readonly subject: string;
  readonly body: string;
  readonly headerOf: (name: string) => string | undefined;
}

/** What is wrong with a message; undefined when the other side has signed it just now. */
export const wireProblem = (
  { subject, body, headerOf }: SignedMessage,
  { secret, nowS }: { readonly secret: string; readonly nowS: number },
): MessageProblem | undefined => {
  const [time, nonce, signature] = [headerOf(wireHeaders.time), headerOf(wireHeaders.nonce), headerOf(wireHeaders.signature)];
  if (time === undefined || nonce === undefined || signature === undefined || !/^\d{1,12}$/u.test(time)) return 'unsigned';
  const timestampS = Number(time);
  if (Math.abs(nowS - timestampS) > SKEW_MAX_S) return 'stale';
  return isEqualText(wireSignature(subject, body, { timestampS, nonce, secret }), signature) ? undefined : 'wrongSignature';
};

/** The names of the states on the wire. */
const issueStatus: Readonly<Record<string, IssueStatus>> = { ACCEPTED: 'accepted', ISSUING: 'working', ISSUED: 'issued', FAILED: 'failed' };
const redStatus: Readonly<Record<string, RedStatus>> = {
  ACCEPTED: 'accepted',
  ISSUING: 'working',
  AWAITING_BUYER: 'awaitingBuyer',
  ISSUED: 'issued',
  REFUSED: 'refused',
};

/** Undefined for an answer that names no invoice, or a state that is not known. */
export const issueViewOf = (content: unknown): IssueView | undefined => {
  const [serialNo, status] = [textAt(content, 'serialNo'), issueStatus[textAt(content, 'status') ?? '']];
  if (serialNo === undefined || status === undefined) return undefined;
  return {
    serialNo,
    status,
    invoiceNo: textAt(content, 'invoiceNo'),
    issuedAt: instantAt(content, 'issuedAt'),
    totalCents: integerAt(content, 'totalCents'),
    reason: textAt(content, 'reason'),
  };
};

export const redViewOf = (content: unknown): RedView | undefined => {
  const [redSerialNo, status] = [textAt(content, 'redSerialNo'), redStatus[textAt(content, 'status') ?? '']];
  if (redSerialNo === undefined || status === undefined) return undefined;
  return {
    redSerialNo,
    status,
    redInvoiceNo: textAt(content, 'redInvoiceNo'),
    issuedAt: instantAt(content, 'issuedAt'),
    totalCents: integerAt(content, 'totalCents'),
    reason: textAt(content, 'reason'),
  };
};
