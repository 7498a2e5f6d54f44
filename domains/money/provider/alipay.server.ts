import { alipayCertSn, alipayRootSn, isSignedByRsa } from '#engines/payment/crypto.ts';
import { callDone, callRefused, callUnknown, unknownPayment } from '#engines/payment/payment.ts';
import { BadArchive, readBillStream, unzipped } from './bill-stream.server.ts';
import type { BillTaker, ReadBill } from './bill-stream.server.ts';
import type { CallOutcome, RefundView } from '#engines/payment/payment.ts';
import { beijingText, eventOf, isAbsent, isAlreadyPaid, outcomeOf, tradeOf } from '#engines/payment/alipay/answers.ts';
import { alipayBillRows } from '#engines/payment/alipay/bill.ts';
import { answerParts, formParams, isNotificationSigned, signedParams } from '#engines/payment/alipay/signature.ts';
import type { AlipayParams } from '#engines/payment/alipay/signature.ts';
import { parseJson, textAt, valueAt } from '#engines/payment/read.ts';
import { centsOfYuan, yuanText } from '#engines/payment/yuan.ts';
import { createAlipayKeys } from './alipay-keys.server.ts';
import type { AlipayKeys } from './alipay-keys.server.ts';
import type { AlipayAccount, ClientAction, NewPayment, NewRefund, NotificationReply, PaymentProvider } from './provider.server.ts';
import { DOWNLOAD_MAX_MS } from './transport.server.ts';
import type { ProviderParts } from './transport.server.ts';

/** Alipay's open gateway with RSA2. */
export const createAlipay = (parts: ProviderParts): PaymentProvider<AlipayAccount> => {
  const client = new AlipayClient(parts);
  return {
    scenes: ['qr', 'h5'],
    create: (account, payment) => create(client, account, payment),
    query: async (account, { payNo }) => {
      const answer = await client.call(account, { method: 'alipay.trade.query', content: { out_trade_no: payNo } });
      if (typeof answer === 'string') return callUnknown(answer);
      return isAbsent(answer) ? callDone(unknownPayment(payNo)) : outcomeOf(answer, (trade) => tradeOf(trade, account.sellerId));
    },
    close: async (account, { payNo }) => {
      const answer = await client.call(account, { method: 'alipay.trade.close', content: { out_trade_no: payNo } });
      if (typeof answer === 'string') return callUnknown(answer);
      if (isAlreadyPaid(answer)) return callDone('alreadyPaid');
      return isAbsent(answer) ? callDone('closed') : outcomeOf(answer, () => 'closed' as const);
    },
    refund: async (account, refund) => {
      const answer = await client.call(account, {
        method: 'alipay.trade.refund',
        content: {
          out_trade_no: refund.payNo,
          out_request_no: refund.refundNo,
          refund_amount: yuanText(refund.amountCents),
          refund_reason: refund.reason.slice(0, REASON_MAX),
        },
      });
      // Whether this call or an earlier one moved the money, only a query says for certain.
      return typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, (body) => requestedRefund(refund, body));
    },
    queryRefund: async (account, { payNo, refundNo }) => {
      const content = { out_trade_no: payNo, out_request_no: refundNo, query_options: ['gmt_refund_pay'] };
      const answer = await client.call(account, { method: 'alipay.trade.fastpay.refund.query', content });
      if (typeof answer === 'string') return callUnknown(answer);
      if (isAbsent(answer)) return callDone(undefined);
      const found = outcomeOf(answer, (body) => ({ view: refundIn(body, { payNo, refundNo }) }));
      return found.kind === 'done' ? callDone(found.value.view) : found;
    },
    readNotification: async (account, { body }) => {
      const params = formParams(body);
      const isSigned = client.keys.knownOf(account).some((key) => isNotificationSigned(params, key));
      const isOurs = isSigned && params['app_id'] === account.appId;
      if (!isOurs) return { ok: false, problem: params['sign'] === undefined ? 'unsigned' : 'wrongSignature', reply: FAILED };
      const event = eventOf(params);
      return { ok: true, event, reply: TAKEN };
    },
    dayBill: (account, day, take) => dayBill(client, account, { day, take }),
    prove: async (account) => {
      const answer = await client.call(account, {
        method: 'alipay.trade.query',
        content: { out_trade_no: `PROBE${parts.nonce().slice(0, 20)}` },
      });
      if (typeof answer === 'string') return callUnknown(answer);
      return isAbsent(answer) ? callDone('proven') : outcomeOf(answer, () => 'proven' as const);
    },
  };
};

const REASON_MAX = 256;
const SUBJECT_MAX = 256;
const MINUTE_MS = 60_000;
/** The reply is exactly this text. */
const TAKEN: NotificationReply = { status: 200, contentType: 'text/plain', body: 'success' };
const FAILED: NotificationReply = { status: 400, contentType: 'text/plain', body: 'fail' };

interface AlipayCall {
  readonly method: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly notifyUrl?: string;
  readonly returnUrl?: string | null;
}

/** Signs requests and believes only signed answers. */
class AlipayClient {
  readonly parts: ProviderParts;
  readonly keys: AlipayKeys;
  constructor(parts: ProviderParts) {
    this.parts = parts;
    this.keys = createAlipayKeys(parts.clock, (account, certSn) => this.certificate(account, certSn));
  }

  get gateway(): string {
    return `${this.parts.origin}/gateway.do`;
  }

  signed({ appId, privateKey, certificates }: AlipayAccount, { method, content, notifyUrl, returnUrl }: AlipayCall): AlipayParams {
    const params = {
      app_id: appId,
      method,
      format: 'JSON',
      charset: 'utf-8',
      sign_type: 'RSA2',
      timestamp: beijingText(this.parts.clock()),
      version: '1.0',
      biz_content: JSON.stringify(content),
      ...(certificates && { app_cert_sn: alipayCertSn(certificates.app), alipay_root_cert_sn: alipayRootSn(certificates.root) }),
      ...(notifyUrl !== undefined && { notify_url: notifyUrl }),
      ...(returnUrl != null && { return_url: returnUrl }),
    };
    return signedParams(params, privateKey);
  }

  /** The inner object of the answer, signed by Alipay; or a code when nothing is known of the result. */
  async call(account: AlipayAccount, call: AlipayCall): Promise<object | string> {
    const raw = await this.send(account, call);
    if (typeof raw !== 'object') return raw;
    const signed = answerParts(raw.text, call.method);
    // Alipay does not sign the refusal of a request whose keys or app it does not accept; nothing was done then.
    if (!signed) return unsignedRefusal(raw.text);
    const publicKey = await this.keys.keyOf(account, signed.certSn);
    if (publicKey === undefined) return 'unknownCertificate';
    if (!isSignedByRsa(signed.text, { signature: signed.sign, publicKey })) return 'wrongSignature';
    const inner = parseJson(signed.text);
    return typeof inner === 'object' && inner !== null ? inner : 'unreadable';
  }

  /** The PEM of one of Alipay's certificates. The answer is signed by that same certificate, so the certificate has to prove itself. */
  async certificate(account: AlipayAccount, certSn: string): Promise<string | undefined> {
    const call = { method: 'alipay.open.app.alipaycert.download', content: { alipay_cert_sn: certSn } };
    const raw = await this.send(account, call);
    const signed = typeof raw === 'object' ? answerParts(raw.text, call.method) : undefined;
    const content = signed && textAt(parseJson(signed.text), 'alipay_cert_content');
    return content === undefined ? undefined : Buffer.from(content, 'base64').toString('utf8');
  }

  /** The text of the answer, or a code when there is none. */
  async send(account: AlipayAccount, call: AlipayCall): Promise<{ readonly text: string } | string> {
    const answer = await this.parts.transport({
      method: 'POST',
      url: `${this.gateway}?charset=utf-8`,
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', 'user-agent': 'ChargeOps' },
      body: new URLSearchParams(this.signed(account, call)).toString(),
    });
    if (typeof answer === 'string') return answer;
    return answer.status === 200 ? { text: answer.bytes.toString('utf8') } : `HTTP${answer.status}`;
  }
}

const OUR_FAULT: readonly string[] = ['40001', '40002', '40006', '20001'];
const unsignedRefusal = (raw: string): object | string => {
  const answer = parseJson(raw);
  const inners: readonly unknown[] = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
  const inner = inners.find((value) => OUR_FAULT.includes(textAt(value, 'code') ?? ''));
  return typeof inner === 'object' && inner !== null ? inner : 'unsigned';
};

const create = async (client: AlipayClient, account: AlipayAccount, payment: NewPayment): Promise<CallOutcome<ClientAction>> => {
  const minutes = Math.max(1, Math.round((payment.expiresAt.getTime() - client.parts.clock()) / MINUTE_MS));
  const content = {
    out_trade_no: payment.payNo,
    total_amount: yuanText(payment.amountCents),
    // Alipay refuses these letters in a subject.
    subject: payment.subject.replaceAll(/[/=&]/gu, ' ').slice(0, SUBJECT_MAX),
    timeout_express: `${minutes}m`,
  };
  if (payment.scene === 'h5') return callDone(redirect(client, account, { payment, content }));
  if (payment.scene !== 'qr') return callRefused('scene', 'the scene is not possible');
  const answer = await client.call(account, {
    method: 'alipay.trade.precreate',
    content: { ...content, product_code: 'FACE_TO_FACE_PAYMENT' },
    notifyUrl: payment.notifyUrl,
  });
  if (typeof answer === 'string') return callUnknown(answer);
  return outcomeOf(answer, (body) => {
    const url = textAt(body, 'qr_code');
    return url === undefined ? undefined : { type: 'qr', data: { url }, validUntil: payment.expiresAt, tradeRef: null };
  });
};

/** The address of Alipay's own page. Nothing is sent by us, so the payment exists once the payer has opened it. */
const redirect = (
  client: AlipayClient,
  account: AlipayAccount,
  { payment, content }: { readonly payment: NewPayment; readonly content: object },
): ClientAction => {
  const params = client.signed(account, {
    method: 'alipay.trade.wap.pay',
    content: { ...content, product_code: 'QUICK_WAP_WAY', ...(payment.returnUrl !== null && { quit_url: payment.returnUrl }) },
    notifyUrl: payment.notifyUrl,
    returnUrl: payment.returnUrl,
  });
  const url = `${client.gateway}?${new URLSearchParams(params).toString()}`;
  return { type: 'redirect', data: { url }, validUntil: payment.expiresAt, tradeRef: null };
};

const requestedRefund = ({ payNo, refundNo, amountCents }: NewRefund, body: unknown): RefundView => ({
  payNo,
  refundNo,
  state: textAt(body, 'fund_change') === 'Y' ? 'succeeded' : 'processing',
  amountCents,
  tradeRefundNo: textAt(body, 'trade_no'),
  receivedBy: undefined,
  refundedAt: undefined,
});

/** Alipay answers nothing about a refund that it does not know, or that failed. */
const refundIn = (body: unknown, { payNo, refundNo }: { readonly payNo: string; readonly refundNo: string }): RefundView | undefined => {
  const amountCents = centsOfYuan(textAt(body, 'refund_amount') ?? '');
  const isDone = textAt(body, 'refund_status') === 'REFUND_SUCCESS';
  if (amountCents === undefined || !isDone) return undefined;
  const tradeRefundNo = textAt(body, 'trade_no');
  return { payNo, refundNo, state: 'succeeded', amountCents, tradeRefundNo, receivedBy: undefined, refundedAt: undefined };
};

const NO_BILL = 'isv.invalid-arguments';

const dayBill = async (
  client: AlipayClient,
  account: AlipayAccount,
  { day, take }: { readonly day: string; readonly take: BillTaker },
): Promise<CallOutcome<ReadBill>> => {
  const answer = await client.call(account, {
    method: 'alipay.data.dataservice.bill.downloadurl.query',
    content: { bill_type: 'trade', bill_date: day },
  });
  if (typeof answer === 'string') return callUnknown(answer);
  if (textAt(answer, 'sub_code')?.toLowerCase() === NO_BILL) return callDone({ lineCount: 0, hash: '' });
  const place = outcomeOf(answer, (body) => {
    const url = valueAt(body, 'bill_download_url');
    return typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  });
  if (place.kind !== 'done') return place;
  const isOurs = place.value.origin === client.parts.origin || /^(?:[\w-]+\.)*alipay\.com$/u.test(place.value.hostname);
  if (!isOurs) return callRefused('foreignAddress', place.value.origin);
  const file = await client.parts.transport({ method: 'GET', url: place.value.href, headers: {}, body: '', maxMs: DOWNLOAD_MAX_MS });
  if (typeof file === 'string' || file.status !== 200) return callUnknown(typeof file === 'string' ? file : `HTTP${file.status}`);
  const detail = unzipped(file.bytes, (name) => !name.includes('汇总') && !name.endsWith('/'));
  try {
    const read = await readBillStream(detail, { rows: alipayBillRows(), charset: 'gbk', take });
    return typeof read === 'string' ? callUnknown(read) : callDone(read);
  } catch (error) {
    if (error instanceof BadArchive) return callUnknown('unreadable');
    throw error;
  }
};
