import { gunzipSync } from 'node:zlib';
import { callDone, callRefused, callUnknown, unknownPayment } from '#engines/payment/payment.ts';
import type { CallOutcome } from '#engines/payment/payment.ts';
import { textAt } from '#engines/payment/read.ts';
import { errorCodeOf, eventOf, isAbsent, isAlreadyPaid, outcomeOf, paymentOf, refundOf } from '#engines/payment/wechat/answers.ts';
import { hasHash, readBill } from '#engines/payment/wechat/bill.ts';
import { jsapiPayment } from '#engines/payment/wechat/signature.ts';
import type { ClientAction, NewPayment, NotificationReply, PaymentProvider, WechatAccount } from './provider.server.ts';
import type { ProviderParts } from './transport.server.ts';
import { WechatClient } from './wechat-client.server.ts';

/** WeChat Pay, API v3, for a merchant of its own. */
export const createWechatPay = (parts: ProviderParts): PaymentProvider<WechatAccount> => {
  const client = new WechatClient(parts);
  return {
    scenes: ['jsapi', 'qr', 'h5'],
    create: (account, payment) => create(client, account, payment),
    query: async (account, { payNo }) => {
      const answer = await client.get(account, `${orderPath(payNo)}?mchid=${account.mchId}`);
      if (typeof answer === 'string') return callUnknown(answer);
      return isAbsent(answer) ? callDone(unknownPayment(payNo)) : outcomeOf(answer, paymentOf);
    },
    close: async (account, { payNo }) => {
      const answer = await client.post(account, `${orderPath(payNo)}/close`, { mchid: account.mchId });
      if (typeof answer === 'string') return callUnknown(answer);
      if (isAlreadyPaid(answer)) return callDone('alreadyPaid');
      return isAbsent(answer) ? callDone('closed') : outcomeOf(answer, () => 'closed' as const);
    },
    refund: async (account, refund) => {
      const answer = await client.post(account, REFUNDS, {
        out_trade_no: refund.payNo,
        out_refund_no: refund.refundNo,
        reason: refund.reason.slice(0, REASON_MAX),
        notify_url: refund.notifyUrl,
        amount: { refund: Number(refund.amountCents), total: Number(refund.totalCents), currency: refund.currency },
      });
      return typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, refundOf);
    },
    queryRefund: async (account, { refundNo }) => {
      const answer = await client.get(account, `${REFUNDS}/${refundNo}`);
      if (typeof answer === 'string') return callUnknown(answer);
      return isAbsent(answer) ? callDone(undefined) : outcomeOf(answer, refundOf);
    },
    readNotification: async (account, message) => {
      const problem = await client.problemOf(account, message);
      if (problem) return { ok: false, problem, reply: failed(401, problem) };
      const event = eventOf(message.body, account.apiV3Key);
      return event ? { ok: true, event, reply: TAKEN } : { ok: false, problem: 'unreadable', reply: failed(500, 'unreadable') };
    },
    dayBill: (account, day) => dayBill(client, account, day),
    prove: async (account) => {
      const answer = await client.get(account, `${orderPath(`PROBE${parts.nonce().slice(0, 20)}`)}?mchid=${account.mchId}`);
      if (typeof answer === 'string') return callUnknown(answer);
      // That there is no such order is what a call with right keys is answered.
      return isAbsent(answer) ? callDone('proven') : outcomeOf(answer, () => 'proven' as const);
    },
  };
};

const ORDERS = '/v3/pay/transactions';
const REFUNDS = '/v3/refund/domestic/refunds';
const REASON_MAX = 80;
const SUBJECT_MAX = 127;
/** How long the answers to an order may be used. */
const PREPAY_MS = 2 * 3_600_000;
const H5_MS = 5 * 60_000;
const orderPath = (payNo: string): string => `${ORDERS}/out-trade-no/${payNo}`;
const TAKEN: NotificationReply = { status: 204, contentType: 'application/json', body: '' };
const failed = (status: number, message: string): NotificationReply => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ code: 'FAIL', message }),
});

const create = async (client: WechatClient, account: WechatAccount, payment: NewPayment): Promise<CallOutcome<ClientAction>> => {
  const path = { jsapi: 'jsapi', qr: 'native', h5: 'h5', card: undefined }[payment.scene];
  if (path === undefined || (payment.scene === 'jsapi' && payment.openId === null)) return callRefused('scene', 'the scene is not possible');
  const answer = await client.post(account, `${ORDERS}/${path}`, {
    appid: account.appId,
    mchid: account.mchId,
    description: payment.subject.slice(0, SUBJECT_MAX),
    out_trade_no: payment.payNo,
    time_expire: beijingIso(payment.expiresAt),
    notify_url: payment.notifyUrl,
    amount: { total: Number(payment.amountCents), currency: payment.currency },
    ...(payment.scene === 'jsapi' && { payer: { openid: payment.openId } }),
    ...(payment.scene === 'h5' && { scene_info: { payer_client_ip: payment.clientIp ?? '', h5_info: { type: 'Wap' } } }),
  });
  if (typeof answer === 'string') return callUnknown(answer);
  return outcomeOf(answer, (body) => actionOf(client, account, { body, payment }));
};

const actionOf = (
  client: WechatClient,
  account: WechatAccount,
  { body, payment }: { readonly body: unknown; readonly payment: NewPayment },
): ClientAction | undefined => {
  const until = (ms: number): Date => new Date(Math.min(client.parts.clock() + ms, payment.expiresAt.getTime()));
  const [prepayId, codeUrl, h5Url] = ['prepay_id', 'code_url', 'h5_url'].map((name) => textAt(body, name));
  if (payment.scene === 'qr' && codeUrl !== undefined) return { type: 'qr', data: { url: codeUrl }, validUntil: until(PREPAY_MS), tradeRef: null };
  if (payment.scene === 'h5' && h5Url !== undefined) {
    const back = payment.returnUrl === null ? '' : `&redirect_url=${encodeURIComponent(payment.returnUrl)}`;
    return { type: 'redirect', data: { url: `${h5Url}${back}` }, validUntil: until(H5_MS), tradeRef: null };
  }
  if (payment.scene !== 'jsapi' || prepayId === undefined) return undefined;
  const data = jsapiPayment({ appId: account.appId, prepayId }, client.fresh(), account.privateKey);
  return { type: 'jsapi', data, validUntil: until(PREPAY_MS), tradeRef: null };
};

const BEIJING_MS = 8 * 3_600_000;
const beijingIso = (instant: Date): string => `${new Date(instant.getTime() + BEIJING_MS).toISOString().slice(0, 19)}+08:00`;

const NO_BILL = 'NOSTATEMENTEXIST';

/** The bill is downloaded from the address that WeChat Pay names, whose answer is not signed: the digest of the signed answer protects it. */
const dayBill = async (client: WechatClient, account: WechatAccount, day: string): ReturnType<PaymentProvider<WechatAccount>['dayBill']> => {
  const answer = await client.get(account, `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`);
  if (typeof answer === 'string') return callUnknown(answer);
  if (answer.status !== 200 && errorCodeOf(answer) === NO_BILL) return callDone({ lines: [], raw: Buffer.alloc(0) });
  const place = outcomeOf(answer, (body) => {
    const [url, hash] = [textAt(body, 'download_url'), textAt(body, 'hash_value')];
    return url !== undefined && hash !== undefined && URL.canParse(url) ? { url: new URL(url), hash } : undefined;
  });
  if (place.kind !== 'done') return place;
  const { url, hash } = place.value;
  if (url.origin !== new URL(client.parts.origin).origin) return callRefused('foreignAddress', url.origin);
  const file = await client.send(account, { method: 'GET', url: `${url.pathname}${url.search}`, body: '' });
  if (typeof file === 'string' || file.status !== 200) return callUnknown(typeof file === 'string' ? file : `HTTP${file.status}`);
  const raw = unzipped(file.bytes);
  if (!raw || !hasHash(raw, hash)) return callUnknown('wrongHash');
  const bill = readBill(raw.toString('utf8'));
  return typeof bill === 'string' ? callUnknown(bill) : callDone({ ...bill, raw });
};

/** A bill of ten million lines has about 4 GB; what is larger than this is refused rather than kept in memory. */
const BILL_MAX_BYTES = 1024 * 1024 * 1024;

const unzipped = (bytes: Buffer): Buffer | undefined => {
  try {
    return gunzipSync(bytes, { maxOutputLength: BILL_MAX_BYTES });
  } catch {
    return undefined;
  }
};
