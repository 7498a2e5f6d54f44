import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { isSignedByRsa, openRsa, sha1Hex, signRsa } from '#engines/payment/crypto.ts';
import { integerAt, parseJson, textAt } from '#engines/payment/read.ts';
import { sealResource } from '#engines/payment/wechat/resource.ts';
import { messageText, requestText, SKEW_MAX_S } from '#engines/payment/wechat/signature.ts';
import { yuanText } from '#engines/payment/yuan.ts';
import { billedPayments } from './billed.ts';
import type { Refusal, StandInPayment, StandInRefund } from './books.ts';
import type { CallFault, NotificationFault } from './misbehaviour.ts';
import type { Notification } from './notifier.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';

/** The wire of WeChat Pay, API v3. */

export const wechatAnswer = (standIn: StandIn, request: WireRequest, fault: CallFault | undefined): WireAnswer => {
  const problem = authorizationProblem(standIn, request);
  if (problem) return { status: 401, headers: JSON_TYPE, body: JSON.stringify({ code: 'SIGN_ERROR', message: problem }) };
  if (request.url.startsWith('/bill-files/'))
    return { status: 200, headers: {}, body: gzipSync(billText(standIn, request.url.slice('/bill-files/'.length))) };
  const [status, content] = handle(standIn, request);
  return signed(standIn, { status, body: content === undefined ? '' : JSON.stringify(content) }, fault);
};

type Content = readonly [status: number, content: object | undefined];
const JSON_TYPE = { 'content-type': 'application/json' };

const authorizationProblem = ({ keys, clock, usedNonces }: StandIn, { method, url, body, headerOf }: WireRequest): string | undefined => {
  const header = headerOf('authorization') ?? '';
  const field = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(header)?.[1] ?? '';
  const { mchId, serialNo } = keys.merchants.wechat;
  if (!header.startsWith('WECHATPAY2-SHA256-RSA2048 ') || field('mchid') !== mchId || field('serial_no') !== serialNo) return 'unknown merchant';
  const timestampS = Number(field('timestamp'));
  if (!(Math.abs(clock() / 1_000 - timestampS) < SKEW_MAX_S)) return 'wrong clock';
  const nonce = field('nonce_str');
  if (usedNonces.has(nonce)) return 'used nonce';
  const text = requestText({ method, url, body }, { timestampS, nonce });
  if (!isSignedByRsa(text, { signature: field('signature'), publicKey: keys.merchantPublicKeys.wechat })) return 'wrong signature';
  usedNonces.add(nonce);
  return undefined;
};

const PROBE = 'WECHATPAY/SIGNTEST/';

const signatureHeaders = (
  { keys, clock }: StandIn,
  body: string,
  fault: CallFault | NotificationFault | undefined,
): Readonly<Record<string, string>> => {
  const [timestampS, nonce] = [Math.floor(clock() / 1_000) - (fault === 'stale' ? 2 * SKEW_MAX_S : 0), randomBytes(16).toString('hex')];
  const signature = signRsa(messageText(body, { timestampS, nonce }), fault === 'forged' ? keys.stranger : keys.providers.wechat);
  return {
    'wechatpay-timestamp': String(timestampS),
    'wechatpay-nonce': nonce,
    'wechatpay-serial': keys.merchants.wechat.publicKeyId ?? '',
    'wechatpay-signature-type': 'WECHATPAY2-SHA256-RSA2048',
    'wechatpay-signature': fault === 'probe' ? `${PROBE}${signature.slice(PROBE.length)}` : signature,
  };
};

const signed = (
  standIn: StandIn,
  { status, body }: { readonly status: number; readonly body: string },
  fault: CallFault | undefined,
): WireAnswer => ({
  status,
  headers: { ...JSON_TYPE, ...(fault !== 'unsigned' && signatureHeaders(standIn, body, fault)) },
  body,
});

const ORDER = /^\/v3\/pay\/transactions\/out-trade-no\/([\w*|-]{6,32})(\/close)?(?:\?|$)/;
const REFUND = /^\/v3\/refund\/domestic\/refunds(?:\/([\w*@|-]{1,64}))?(?:\?|$)/;
const MEND = /^\/v3\/refund\/domestic\/refunds\/(\w{1,64})\/apply-abnormal-refund$/;
const CREATE = /^\/v3\/pay\/transactions\/(jsapi|native|h5|app)$/;

const handle = (standIn: StandIn, { method, url, body }: WireRequest): Content => {
  const create = CREATE.exec(url)?.[1];
  if (method === 'POST' && create !== undefined) return createOrder(standIn, create, parseJson(body));
  const order = ORDER.exec(url);
  if (order) return orderAnswer(standIn, { payNo: order[1] ?? '', isClose: order[2] !== undefined });
  const mended = MEND.exec(url)?.[1];
  if (method === 'POST' && mended !== undefined) return mendRefund(standIn, mended, parseJson(body));
  const refund = REFUND.exec(url);
  if (refund) return method === 'POST' ? createRefund(standIn, parseJson(body)) : refundAnswer(standIn, refund[1] ?? '');
  const day = /^\/v3\/bill\/tradebill\?bill_date=(\d{4}-\d\d-\d\d)&/.exec(url)?.[1];
  if (day !== undefined) {
    const text = billText(standIn, day);
    return [200, { hash_type: 'SHA1', hash_value: sha1Hex(Buffer.from(text)), download_url: `${standIn.origin}/bill-files/${day}` }];
  }
  return failure(404, 'RESOURCE_NOT_EXISTS');
};

const failure = (status: number, code: string, message = code): Content => [status, { code, message }];
const refusals: Readonly<Record<Refusal, Content>> = {
  exists: failure(403, 'OUT_TRADE_NO_USED'),
  absent: failure(404, 'ORDER_NOT_EXIST'),
  paid: failure(400, 'ORDER_PAID'),
  closed: failure(400, 'ORDER_CLOSED'),
  notPaid: failure(400, 'INVALID_REQUEST', 'not paid'),
  tooMuch: failure(400, 'INVALID_REQUEST', 'the refund is more than the rest'),
  otherAmount: failure(400, 'INVALID_REQUEST', 'another amount under this number'),
  notEnough: failure(403, 'NOT_ENOUGH', 'the balance is too low'),
  tooManyRefunds: failure(400, 'INVALID_REQUEST', 'too many refunds'),
};

const createOrder = (standIn: StandIn, kind: string, order: unknown): Content => {
  const { mchId, appId } = standIn.keys.merchants.wechat;
  const [payNo, notifyUrl, expires] = ['out_trade_no', 'notify_url', 'time_expire'].map((name) => textAt(order, name));
  const amount = integerAt(order, 'amount', 'total');
  const isOurs = textAt(order, 'mchid') === mchId && textAt(order, 'appid') === appId;
  if (!payNo || !/^[\w*|-]{6,32}$/.test(payNo) || !notifyUrl || !expires || !isOurs || textAt(order, 'description') === undefined)
    return failure(400, 'PARAM_ERROR');
  if (amount === undefined || amount < 1n || textAt(order, 'amount', 'currency') !== 'CNY') return failure(400, 'PARAM_ERROR');
  if (kind === 'jsapi' && textAt(order, 'payer', 'openid') === undefined) return failure(400, 'PARAM_ERROR');
  const made = standIn.books.create({
    provider: 'wechat',
    payNo,
    amountCents: Number(amount),
    currency: 'CNY',
    subject: textAt(order, 'description') ?? '',
    notifyUrl,
    expiresMs: Date.parse(expires),
  });
  if (typeof made === 'string') return refusals[made];
  const cashier = `${standIn.origin}/cashier/wechat/${payNo}`;
  return [200, { native: { code_url: cashier }, h5: { h5_url: `${cashier}?h5=1` } }[kind] ?? { prepay_id: `wx${made.tradeNo}` }];
};

const orderAnswer = ({ books, keys }: StandIn, { payNo, isClose }: { readonly payNo: string; readonly isClose: boolean }): Content => {
  const payment = books.find('wechat', payNo);
  if (!payment) return refusals.absent;
  if (!isClose) return [200, transaction(payment, keys.merchants.wechat)];
  const refusal = books.close(payment);
  return refusal ? refusals[refusal] : [204, undefined];
};

const beijing = (ms: number): string => `${new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

const transaction = (payment: StandInPayment, { mchId, appId }: { readonly mchId: string; readonly appId: string }) => ({
  mchid: mchId,
  appid: appId,
  out_trade_no: payment.payNo,
  trade_state: payment.state === 'paid' ? (payment.refunds.length > 0 ? 'REFUND' : 'SUCCESS') : payment.state === 'closed' ? 'CLOSED' : 'NOTPAY',
  trade_state_desc: payment.state,
  ...(payment.paidMs !== undefined && { transaction_id: payment.tradeNo, trade_type: 'NATIVE', success_time: beijing(payment.paidMs) }),
  amount: { total: payment.amountCents, payer_total: payment.amountCents, currency: payment.currency, payer_currency: payment.currency },
});

const REFUND_WORDS = { processing: 'PROCESSING', succeeded: 'SUCCESS', closed: 'CLOSED', abnormal: 'ABNORMAL' } as const;

const refundContent = (payment: StandInPayment, refund: StandInRefund) => ({
  refund_id: refund.tradeRefundNo,
  out_refund_no: refund.refundNo,
  transaction_id: payment.tradeNo,
  out_trade_no: payment.payNo,
  channel: 'ORIGINAL',
  user_received_account: refund.receivedBy ?? '支付用户零钱',
  ...(refund.doneMs !== undefined && { success_time: beijing(refund.doneMs) }),
  create_time: beijing(refund.askedMs),
  amount: {
    total: payment.amountCents,
    refund: refund.amountCents,
    payer_total: payment.amountCents,
    payer_refund: refund.amountCents,
    currency: 'CNY',
  },
});
const refundView = (payment: StandInPayment, refund: StandInRefund) => ({ ...refundContent(payment, refund), status: REFUND_WORDS[refund.state] });

const createRefund = (standIn: StandIn, asked: unknown): Content => {
  const payment = standIn.books.find('wechat', textAt(asked, 'out_trade_no') ?? '');
  const [refundNo, amount] = [textAt(asked, 'out_refund_no'), integerAt(asked, 'amount', 'refund')];
  if (!payment) return failure(404, 'RESOURCE_NOT_EXISTS');
  if (!refundNo || amount === undefined || integerAt(asked, 'amount', 'total') !== BigInt(payment.amountCents)) return failure(400, 'PARAM_ERROR');
  const isNew = payment.refunds.every((refund) => refund.refundNo !== refundNo);
  const refund = standIn.books.refund(payment, {
    refundNo,
    amountCents: Number(amount),
    notifyUrl: textAt(asked, 'notify_url') ?? '',
    askedMs: standIn.clock(),
  });
  if (typeof refund === 'string') return refusals[refund];
  if (isNew && refund.state !== 'processing') standIn.notify(payment, refund);
  return [200, refundView(payment, refund)];
};

/** An abnormal refund goes to a card of the payer, whose number and holder are sealed for our key, or to the merchant's account. */
const mendRefund = (standIn: StandIn, tradeRefundNo: string, asked: unknown): Content => {
  const found = standIn.books.payments
    .filter(({ provider }) => provider === 'wechat')
    .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
    .find(({ refund }) => refund.tradeRefundNo === tradeRefundNo);
  if (found?.refund.refundNo !== textAt(asked, 'out_refund_no')) return failure(404, 'RESOURCE_NOT_EXISTS');
  const receivedBy = mendReceiver(standIn, asked);
  if (!found || receivedBy === undefined) return failure(400, 'PARAM_ERROR');
  const { payment, refund } = found;
  if (!standIn.books.mend(refund, { receivedBy, atMs: standIn.clock() })) return failure(400, 'INVALID_REQUEST', 'the refund is not abnormal');
  if (refund.state !== 'processing') standIn.notify(payment, refund);
  return [200, refundView(payment, refund)];
};

/** How the receiver is named; undefined for one that cannot be read, or whose card is none. */
const mendReceiver = ({ keys }: StandIn, asked: unknown): string | undefined => {
  const [type, bank] = [textAt(asked, 'type'), textAt(asked, 'bank_type')];
  if (type === 'MERCHANT_BANK_CARD') return '商户银行账户';
  const [account, name] = ['bank_account', 'real_name'].map((field) => openRsa(textAt(asked, field) ?? '', keys.providers.wechat));
  if (type !== 'USER_BANK_CARD' || !bank || !name || account === undefined || !/^\d{8,30}$/.test(account)) return undefined;
  return `${bank} ${account.slice(-4)} ${name}`;
};

const refundAnswer = ({ books }: StandIn, refundNo: string): Content => {
  for (const payment of books.payments) {
    const refund = payment.refunds.find((one) => one.refundNo === refundNo);
    if (refund && payment.provider === 'wechat') return [200, refundView(payment, refund)];
  }
  return failure(404, 'RESOURCE_NOT_EXISTS');
};

export interface NotificationFacts {
  readonly payment: StandInPayment;
  readonly refund: StandInRefund | undefined;
  readonly fault: NotificationFault | undefined;
}

const OTHER_CENTS = 1;

export const wechatNotification = (standIn: StandIn, { payment, refund, fault }: NotificationFacts): Notification => {
  const { apiV3Key, ...merchant } = standIn.keys.merchants.wechat;
  const told = fault === 'wrongAmount' ? { ...payment, amountCents: payment.amountCents + OTHER_CENTS } : payment;
  const content = refund
    ? { mchid: merchant.mchId, ...refundContent(told, refund), refund_status: REFUND_WORDS[refund.state] }
    : transaction(told, merchant);
  const resource = sealResource(JSON.stringify(content), {
    apiV3Key,
    nonce: randomBytes(6).toString('hex'),
    associated: refund ? 'refund' : 'transaction',
  });
  const event = refund ? `REFUND.${REFUND_WORDS[refund.state]}` : 'TRANSACTION.SUCCESS';
  const body = JSON.stringify({
    id: randomBytes(16).toString('hex'),
    create_time: beijing(standIn.clock()),
    resource_type: 'encrypt-resource',
    event_type: event,
    summary: event,
    resource: { original_type: refund ? 'refund' : 'transaction', ...resource },
  });
  return {
    url: refund ? refund.notifyUrl : payment.notifyUrl,
    headers: { ...JSON_TYPE, ...signatureHeaders(standIn, body, fault) },
    body,
    isTaken: (status) => status === 200 || status === 204,
  };
};

const HEADER =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const SUMS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
/** 0.6 %. */
const FEE_PER_MILLE = 6;

/** The bill of a day in Beijing: payments and refunds of the day, and the sums. */
export const billText = ({ books, keys, faults }: StandIn, day: string): string => {
  const isOfDay = (ms: number | undefined): boolean => ms !== undefined && beijing(ms).startsWith(day);
  const { mchId, appId } = keys.merchants.wechat;
  const row = (payment: StandInPayment, refund?: StandInRefund): string => {
    const [paid, back] = refund ? [0, refund.amountCents] : [payment.amountCents, 0];
    const fee = yuanText(BigInt(Math.round(((paid - back) * FEE_PER_MILLE) / 1_000)));
    const time = beijing((refund ? refund.askedMs : payment.paidMs) ?? 0)
      .slice(0, 19)
      .replace('T', ' ');
    const state = refund ? ['REFUND', refund.tradeRefundNo, refund.refundNo] : ['SUCCESS', '0', '0'];
    return [
      [time, appId, mchId, '0', '', payment.tradeNo, payment.payNo, '', 'NATIVE', state[0], 'OTHERS', 'CNY', yuanText(BigInt(paid)), '0.00'],
      [state[1], state[2], yuanText(BigInt(back)), '0.00', refund ? 'ORIGINAL' : '', refund ? 'SUCCESS' : '', payment.subject, '', `${fee}000`],
      ['0.60%', yuanText(BigInt(paid)), yuanText(BigInt(back)), ''],
    ]
      .flat()
      .map((cell) => `\`${cell ?? ''}`)
      .join(',');
  };
  const payments = billedPayments(
    books.payments.filter(({ provider, paidMs }) => provider === 'wechat' && isOfDay(paidMs)),
    faults.bills,
  );
  const refunds = books.payments.flatMap((payment) =>
    payment.provider === 'wechat'
      ? payment.refunds.filter(({ state, askedMs }) => state !== 'closed' && isOfDay(askedMs)).map((refund) => ({ payment, refund }))
      : [],
  );
  const [paid, back] = [
    payments.reduce((sum, { amountCents }) => sum + amountCents, 0),
    refunds.reduce((sum, { refund }) => sum + refund.amountCents, 0),
  ];
  const fee = yuanText(BigInt(Math.round(((paid - back) * FEE_PER_MILLE) / 1_000)));
  const sums = [
    String(payments.length + refunds.length),
    yuanText(BigInt(paid)),
    yuanText(BigInt(back)),
    '0.00',
    fee,
    yuanText(BigInt(paid)),
    yuanText(BigInt(back)),
  ];
  const rows = [...payments.map((payment) => row(payment)), ...refunds.map(({ payment, refund }) => row(payment, refund))];
  return [HEADER, ...rows, SUMS, sums.map((cell) => `\`${cell}`).join(','), ''].join('\n');
};
