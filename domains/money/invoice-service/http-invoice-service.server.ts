import { randomBytes } from 'node:crypto';
import { sellerState } from '#engines/invoice/codes.ts';
import { issueViewOf, redViewOf, wireHeaders, wireProblem, wireSignature } from '#engines/invoice/wire.ts';
import { callDone, callRefused, callUnknown } from '#engines/payment/payment.ts';
import type { CallOutcome } from '#engines/payment/payment.ts';
import { integerAt, parseJson, textAt } from '#engines/payment/read.ts';
import { sendToProvider } from '../provider/transport.server.ts';
import type { ProviderTransport } from '../provider/transport.server.ts';
import type { AppliedLine, InvoiceFiles, InvoiceService, NewInvoice, ServiceSeller } from './invoice-service.server.ts';

/** An address at which nobody offers the service; every call is then answered as unknown. */
export const NO_INVOICE_SERVICE = '';

export interface InvoiceServiceParts {
  /** The origin of the service; read at each call, because the demo learns its own late. */
  readonly origin: () => string;
  readonly clock?: () => number;
  readonly transport?: ProviderTransport;
}

const PATH = '/invoice/v1';
const NONCE_BYTES = 16;
const [OK_MIN, OK_MAX, CLIENT_ERROR, NOT_FOUND, SERVER_ERROR] = [200, 300, 400, 404, 500];
const FILE_MAX_BYTES = 20 * 1024 * 1024;

/** The service over HTTP. Requests are signed with the seller's secret, and only answers that are signed with it are believed. */
export const createInvoiceService = ({ origin, clock = Date.now, transport = sendToProvider }: InvoiceServiceParts): InvoiceService => {
  const nowS = (): number => Math.floor(clock() / 1_000);
  const send = senderOf({ origin, transport, nowS });
  const read = async <T>(seller: ServiceSeller, call: WireCall, valueOf: (content: unknown) => T | undefined): Promise<CallOutcome<T>> => {
    const answer = await send(seller, call);
    if (typeof answer === 'string') return callUnknown(answer);
    return outcomeOf(answer, valueOf(answer.content));
  };
  const readOptional = async <T>(seller: ServiceSeller, call: WireCall, valueOf: (content: unknown) => T | undefined) => {
    const answer = await send(seller, call);
    if (typeof answer === 'string') return callUnknown(answer);
    return answer.status === NOT_FOUND ? callDone(undefined) : outcomeOf(answer, valueOf(answer.content));
  };
  const post = (path: string, input: object): WireCall => ({ method: 'POST', path, input });
  const get = (path: string): WireCall => ({ method: 'GET', path });
  const file = async (seller: ServiceSeller, path: string): Promise<CallOutcome<Uint8Array>> => {
    const answer = await send(seller, get(path));
    if (typeof answer === 'string') return callUnknown(answer);
    return outcomeOf(answer, answer.content === undefined ? answer.bytes : undefined);
  };
  return {
    apply: (seller, invoice) => read(seller, post('/invoices', appliedOf(seller, invoice)), (content) => own(issueViewOf(content), invoice.serialNo)),
    query: (seller, serialNo) => readOptional(seller, get(`/invoices/${serialNo}`), (content) => own(issueViewOf(content), serialNo)),
    applyRed: (seller, { serialNo, redSerialNo, reason, callbackUrl }) =>
      read(seller, post('/reds', { serialNo, redSerialNo, reason: String(reason).padStart(2, '0'), callbackUrl }), (content) =>
        ownRed(redViewOf(content), redSerialNo),
      ),
    queryRed: (seller, redSerialNo) => readOptional(seller, get(`/reds/${redSerialNo}`), (content) => ownRed(redViewOf(content), redSerialNo)),
    files: async (seller, serialNo): Promise<CallOutcome<InvoiceFiles>> => {
      const pdf = await file(seller, `/files/${serialNo}.pdf`);
      if (pdf.kind !== 'done') return pdf;
      if (!Buffer.from(pdf.value.subarray(0, PDF_MARK.length)).equals(PDF_MARK)) return callUnknown('no PDF');
      const xml = await file(seller, `/files/${serialNo}.xml`);
      if (xml.kind === 'unknown') return xml;
      return callDone({ pdf: pdf.value, xml: xml.kind === 'done' ? xml.value : undefined });
    },
    sellerStatus: (seller) =>
      read(seller, get(`/seller/${seller.taxNumber}`), (content) =>
        textAt(content, 'status') === 'ONLINE' ? sellerState.online : textAt(content, 'status') === 'OFFLINE' ? sellerState.offline : undefined,
      ),
    quota: (seller) => read(seller, get(`/seller/${seller.taxNumber}`), (content) => integerAt(content, 'quotaCents')),
    verifyCallback: (seller, { headerOf, body }) => {
      const problem = wireProblem({ subject: 'callback', body, headerOf }, { secret: seller.appSecret, nowS: nowS() });
      const serialNo = textAt(parseJson(body), 'serialNo');
      if (problem !== undefined) return { ok: false, problem };
      return serialNo === undefined ? { ok: false, problem: 'unreadable' } : { ok: true, serialNo };
    },
  };
};

const PDF_MARK = Buffer.from('%PDF-');

interface WireCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly input?: object;
}

interface CheckedAnswer {
  readonly status: number;
  /** Undefined for a file. */
  readonly content: unknown;
  readonly bytes: Uint8Array;
}

type Send = (seller: ServiceSeller, call: WireCall) => Promise<CheckedAnswer | string>;

/** Signs a request, and gives only an answer that is signed as well; or a code of why there is none. */
const senderOf =
  ({ origin, transport, nowS }: Pick<InvoiceServiceParts, 'origin'> & { readonly transport: ProviderTransport; readonly nowS: () => number }): Send =>
  async (seller, { method, path, input }) => {
    if (origin() === NO_INVOICE_SERVICE) return 'no service';
    const [subject, body] = [`${method} ${PATH}${path}`, input === undefined ? '' : JSON.stringify(input)];
    const stamp = { timestampS: nowS(), nonce: randomBytes(NONCE_BYTES).toString('hex') };
    const answer = await transport({
      method,
      url: `${origin()}${PATH}${path}`,
      body,
      headers: {
        [wireHeaders.key]: seller.appKey,
        [wireHeaders.time]: String(stamp.timestampS),
        [wireHeaders.nonce]: stamp.nonce,
        [wireHeaders.signature]: wireSignature(subject, body, { ...stamp, secret: seller.appSecret }),
        ...(input !== undefined && { 'content-type': 'application/json' }),
      },
    });
    if (typeof answer === 'string') return answer;
    if (answer.bytes.length > FILE_MAX_BYTES) return 'tooLong';
    // A file is signed over its base64, because the signature is of a text.
    const isText = (answer.headers.get('content-type') ?? '').startsWith('application/json');
    const signed = isText ? answer.bytes.toString('utf8') : answer.bytes.toString('base64');
    const problem = wireProblem(
      { subject: `${subject} ${answer.status}`, body: signed, headerOf: (name) => answer.headers.get(name) ?? undefined },
      { secret: seller.appSecret, nowS: nowS() },
    );
    return problem ?? { status: answer.status, content: isText ? parseJson(signed) : undefined, bytes: answer.bytes };
  };

/** An answer that names another invoice is none of ours. */
const own = <T extends { readonly serialNo: string }>(view: T | undefined, serialNo: string): T | undefined =>
  view?.serialNo === serialNo ? view : undefined;
const ownRed = <T extends { readonly redSerialNo: string }>(view: T | undefined, redSerialNo: string): T | undefined =>
  view?.redSerialNo === redSerialNo ? view : undefined;

const outcomeOf = <T>({ status, content }: CheckedAnswer, value: T | undefined): CallOutcome<T> => {
  if (status >= SERVER_ERROR) return callUnknown(textAt(content, 'code') ?? String(status));
  if (status >= CLIENT_ERROR) return callRefused(textAt(content, 'code') ?? String(status), textAt(content, 'message') ?? '');
  return status >= OK_MIN && status < OK_MAX && value !== undefined ? callDone(value) : callUnknown('unreadable');
};

const lineOf = ({ quantityDwh, totalCents, exclCents, taxCents, ...line }: AppliedLine) => ({
  ...line,
  quantityDwh: quantityDwh === null ? null : Number(quantityDwh),
  totalCents: Number(totalCents),
  exclCents: Number(exclCents),
  taxCents: Number(taxCents),
});

const appliedOf = ({ taxNumber }: ServiceSeller, { totalCents, lines, ...invoice }: NewInvoice) => ({
  ...invoice,
  sellerTaxNumber: taxNumber,
  totalCents: Number(totalCents),
  lines: lines.map(lineOf),
});
