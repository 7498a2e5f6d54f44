import { createHash } from 'node:crypto';
import { sealRsa } from '#engines/payment/crypto.ts';
import { callDone, callRefused, callUnknown, unknownPayment } from '#engines/payment/payment.ts';
import type { CallOutcome } from '#engines/payment/payment.ts';
import { textAt } from '#engines/payment/read.ts';
import { errorCodeOf, eventOf, isAbsent, isAlreadyPaid, outcomeOf, paymentOf, refundOf } from '#engines/payment/wechat/answers.ts';
import { wechatBillRows } from '#engines/payment/wechat/bill.ts';
import { jsapiPayment } from '#engines/payment/wechat/signature.ts';
import { gunzipped, readBillStream } from './bill-stream.server.ts';
import type { BillTaker, ReadBill } from './bill-stream.server.ts';
import type { ClientAction, MendReceiver, NewPayment, NotificationReply, PaymentProvider, WechatAccount } from './provider.server.ts';
import { DOWNLOAD_MAX_MS } from './transport.server.ts';
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
    mendRefund: async (account, { refundNo, tradeRefundNo, receiver }) => {
      const where = await mendFields(client, account, receiver);
      if (typeof where === 'string') return callUnknown(where);
      const answer = await client.post(account, `${REFUNDS}/${tradeRefundNo}/apply-abnormal-refund`, { out_refund_no: refundNo, ...where });
      return typeof answer === 'string' ? callUnknown(answer) : outcomeOf(answer, refundOf);
    },
    readNotification: async (account, message) => {
      const problem = await client.problemOf(account, message);
      if (problem) return { ok: false, problem, reply: failed(401, problem) };
      const event = eventOf(message.body, account.apiV3Key);
      return event ? { ok: true, event, reply: TAKEN } : { ok: false, problem: 'unreadable', reply: failed(500, 'unreadable') };
    },
    dayBill: (account, day, take) => dayBill(client, account, { day, take }),
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

/** The fields of the receiver. Account and name are sealed for WeChat Pay's key, which the request names; a code while none is known. */
const mendFields = async (client: WechatClient, account: WechatAccount, receiver: MendReceiver): Promise<object | string> => {
  if (receiver.way === 'merchantAccount') return { type: 'MERCHANT_BANK_CARD' };
  const key = await client.sealingKey(account);
  if (key === undefined) return 'noPlatformKey';
  const { bankType, bankAccount, realName } = receiver;
  return { type: 'USER_BANK_CARD', bank_type: bankType, bank_account: sealRsa(bankAccount, key), real_name: sealRsa(realName, key) };
};

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
const dayBill = async (
  client: WechatClient,
  account: WechatAccount,
  { day, take }: { readonly day: string; readonly take: BillTaker },
): Promise<CallOutcome<ReadBill>> => {
  const answer = await client.get(account, `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`);
  if (typeof answer === 'string') return callUnknown(answer);
  if (answer.status !== 200 && errorCodeOf(answer) === NO_BILL) return callDone({ lineCount: 0, hash: '' });
  const place = outcomeOf(answer, (body) => {
    const [url, hash] = [textAt(body, 'download_url'), textAt(body, 'hash_value')];
    return url !== undefined && hash !== undefined && URL.canParse(url) ? { url: new URL(url), hash } : undefined;
  });
  if (place.kind !== 'done') return place;
  const { url, hash } = place.value;
  if (url.origin !== new URL(client.parts.origin).origin) return callRefused('foreignAddress', url.origin);
  const file = await client.send(account, { method: 'GET', url: `${url.pathname}${url.search}`, body: '', maxMs: DOWNLOAD_MAX_MS });
  if (typeof file === 'string' || file.status !== 200) return callUnknown(typeof file === 'string' ? file : `HTTP${file.status}`);
  try {
    // The file is opened twice, so that no line of a damaged one is taken.
    if (!(await hasSha1(gunzipped(file.bytes), hash))) return callUnknown('wrongHash');
    const read = await readBillStream(gunzipped(file.bytes), { rows: wechatBillRows(), charset: 'utf-8', take });
    return typeof read === 'string' ? callUnknown(read) : callDone(read);
  } catch (error) {
    if (isZipError(error)) return callUnknown('wrongHash');
    throw error;
  }
};

/** WeChat Pay names SHA-1 of the text before it was compressed. */
const hasSha1 = async (chunks: AsyncIterable<Uint8Array>, hash: string): Promise<boolean> => {
  const sha1 = createHash('sha1');
  for await (const chunk of chunks) sha1.update(chunk);
  return sha1.digest('hex') === hash.toLowerCase();
};

const isZipError = (error: unknown): boolean => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
