import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { isSignedByRsa, signRsa } from '#engines/payment/crypto.ts';
import { beijingText } from '#engines/payment/alipay/answers.ts';
import { formParams, notificationText, requestText } from '#engines/payment/alipay/signature.ts';
import type { AlipayParams } from '#engines/payment/alipay/signature.ts';
import { parseJson, textAt } from '#engines/payment/read.ts';
import { centsOfYuan, yuanText } from '#engines/payment/yuan.ts';
import type { AlipaySigner } from './alipay-certificates.ts';
import { billedPayments } from './billed.ts';
import { refundedCents } from './books.ts';
import type { Refusal, StandInPayment } from './books.ts';
import type { CallFault } from './misbehaviour.ts';
import type { Notification } from './notifier.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';
import type { NotificationFacts } from './wechat.ts';

/** The wire of Alipay's gateway. */

export const alipayAnswer = (standIn: StandIn, request: WireRequest, fault: CallFault | undefined): WireAnswer => {
  const url = new URL(request.url, standIn.origin);
  if (url.pathname.startsWith('/gateway.do/bills/')) return bill(standIn, url.pathname.slice('/gateway.do/bills/'.length));
  const params = { ...formParams(url.search.slice(1)), ...formParams(request.body) };
  const problem = requestProblem(standIn, params);
  if (problem) return json({ error_response: { code: '40002', msg: 'Invalid Arguments', sub_code: problem, sub_msg: problem } });
  if (params['method'] === 'alipay.trade.wap.pay') return openCashier(standIn, params);
  const isCertified = params['app_cert_sn'] !== undefined;
  return signedAnswer(standIn, { method: params['method'] ?? '', content: handle(standIn, params), isCertified }, fault);
};

const json = (content: object): WireAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json;charset=utf-8' },
  body: JSON.stringify(content),
});

const requestProblem = ({ keys, clock, certificates }: StandIn, params: AlipayParams): string | undefined => {
  if (params['app_id'] !== keys.merchants.alipay.appId) return 'isv.invalid-app-id';
  if (params['sign_type'] !== 'RSA2' || params['version'] !== '1.0') return 'isv.invalid-signature-type';
  const named = [params['app_cert_sn'], params['alipay_root_cert_sn']];
  const known = named.some((sn) => sn !== undefined) ? [certificates?.appSn, certificates?.rootSn] : [undefined, undefined];
  if (named.some((sn, at) => sn !== known[at])) return 'isv.invalid-cert-sn';
  const timestampMs = Date.parse(`${(params['timestamp'] ?? '').replace(' ', 'T')}+08:00`);
  if (!(Math.abs(clock() - timestampMs) < CLOCK_MAX_MS)) return 'isv.invalid-timestamp';
  const { charset: _charset, ...withoutCharset } = params;
  const signature = params['sign'] ?? '';
  // The charset is part of the address, and clients sign it or leave it out.
  const texts = [requestText(params), requestText(withoutCharset)];
  return texts.some((text) => isSignedByRsa(text, { signature, publicKey: keys.merchantPublicKeys.alipay })) ? undefined : 'isv.invalid-signature';
};

const CLOCK_MAX_MS = 10 * 60_000;

const signedAnswer = (
  standIn: StandIn,
  { method, content, isCertified }: { readonly method: string; readonly content: object; readonly isCertified: boolean },
  fault: CallFault | undefined,
): WireAnswer => {
  // Alipay writes slashes with an escape, so whoever parses and writes the answer again gets another text.
  const text = JSON.stringify(content).replaceAll('/', String.raw`\/`);
  const signer = isCertified ? signerOf(standIn) : undefined;
  const key = signer?.privateKey ?? standIn.keys.providers.alipay;
  const sign = signRsa(fault === 'probe' ? `${text} ` : text, fault === 'forged' ? standIn.keys.stranger : key);
  const certificate = signer ? `,"alipay_cert_sn":"${signer.certSn}"` : '';
  const name = `${method.replaceAll('.', '_')}_response`;
  const body = fault === 'unsigned' ? `{"${name}":${text}}` : `{"${name}":${text}${certificate},"sign":"${sign}"}`;
  return { status: 200, headers: { 'content-type': 'application/json;charset=utf-8' }, body };
};

const signerOf = ({ certificates, signer }: StandIn): AlipaySigner | undefined => {
  if (!certificates) return undefined;
  return signer === 'otherApp' ? certificates.otherApp : certificates.signers[signer === 'next' ? 1 : 0];
};

/** Any certificate that the authorities have issued can be downloaded. */
const certificateContent = ({ certificates }: StandIn, certSn: string | undefined): object => {
  const known = certificates ? [...certificates.signers, certificates.otherApp] : [];
  const found = known.find((each) => each.certSn === certSn);
  return found ? good({ alipay_cert_content: Buffer.from(found.pem).toString('base64') }) : bad('isv.cert-not-exist');
};

const good = (content: object): object => ({ code: '10000', msg: 'Success', ...content });
const bad = (subCode: string): object => ({ code: '40004', msg: 'Business Failed', sub_code: subCode, sub_msg: subCode });
const refusals: Readonly<Record<Refusal, object>> = {
  exists: bad('ACQ.CONTEXT_INCONSISTENT'),
  absent: bad('ACQ.TRADE_NOT_EXIST'),
  paid: bad('ACQ.TRADE_HAS_SUCCESS'),
  closed: bad('ACQ.TRADE_HAS_CLOSE'),
  notPaid: bad('ACQ.TRADE_STATUS_ERROR'),
  tooMuch: bad('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL'),
  otherAmount: bad('ACQ.DISCORDANT_REPEAT_REQUEST'),
  notEnough: bad('ACQ.SELLER_BALANCE_NOT_ENOUGH'),
  tooManyRefunds: bad('ACQ.REFUND_CHARGE_ERROR'),
};

const handle = (standIn: StandIn, params: AlipayParams): object => {
  const content = parseJson(params['biz_content'] ?? '');
  const payment = standIn.books.find('alipay', textAt(content, 'out_trade_no') ?? '');
  switch (params['method']) {
    case 'alipay.trade.precreate': {
      const made = createTrade(standIn, params);
      if (typeof made === 'string') return refusals[made];
      return made ? good({ out_trade_no: made.payNo, qr_code: `${standIn.origin}/cashier/alipay/${made.payNo}` }) : bad('ACQ.INVALID_PARAMETER');
    }
    case 'alipay.trade.query':
      return payment ? good(tradeContent(standIn, payment)) : refusals.absent;
    case 'alipay.trade.close': {
      const refusal = payment ? standIn.books.close(payment) : 'absent';
      return refusal ? refusals[refusal] : good({ out_trade_no: payment?.payNo });
    }
    case 'alipay.trade.refund':
      return payment ? refundTrade(standIn, payment, content) : refusals.absent;
    case 'alipay.trade.fastpay.refund.query':
      return payment ? refundContent(payment, textAt(content, 'out_request_no') ?? '') : refusals.absent;
    case 'alipay.open.app.alipaycert.download':
      return certificateContent(standIn, textAt(content, 'alipay_cert_sn'));
    case 'alipay.data.dataservice.bill.downloadurl.query':
      return good({ bill_download_url: `${standIn.origin}/gateway.do/bills/${textAt(content, 'bill_date') ?? ''}` });
    default:
      return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-method', sub_msg: params['method'] };
  }
};

const createTrade = (standIn: StandIn, params: AlipayParams): StandInPayment | Refusal | undefined => {
  const content = parseJson(params['biz_content'] ?? '');
  const [payNo, subject, expires] = ['out_trade_no', 'subject', 'timeout_express'].map((name) => textAt(content, name));
  const amount = centsOfYuan(textAt(content, 'total_amount') ?? '');
  const minutes = Number(/^(\d+)m$/.exec(expires ?? '')?.[1]);
  if (!payNo || !subject || amount === undefined || amount < 1n || !(minutes >= 1) || /[/=&]/.test(subject)) return undefined;
  return standIn.books.create({
    provider: 'alipay',
    payNo,
    amountCents: Number(amount),
    currency: 'CNY',
    subject,
    notifyUrl: params['notify_url'] ?? '',
    expiresMs: standIn.clock() + minutes * 60_000,
  });
};

const openCashier = (standIn: StandIn, params: AlipayParams): WireAnswer => {
  const made = createTrade(standIn, params);
  if (!made || typeof made === 'string') return { status: 400, headers: { 'content-type': 'text/plain' }, body: made ?? 'ACQ.INVALID_PARAMETER' };
  const back = params['return_url'] ? `?return=${encodeURIComponent(params['return_url'])}` : '';
  return { status: 302, headers: { location: `${standIn.origin}/cashier/alipay/${made.payNo}${back}` }, body: '' };
};

const statusOf = (payment: StandInPayment): string => {
  if (payment.state === 'open') return 'WAIT_BUYER_PAY';
  return payment.state === 'closed' || refundedCents(payment) === payment.amountCents ? 'TRADE_CLOSED' : 'TRADE_SUCCESS';
};

const tradeContent = ({ keys }: StandIn, payment: StandInPayment) => ({
  out_trade_no: payment.payNo,
  trade_no: payment.tradeNo,
  trade_status: statusOf(payment),
  total_amount: yuanText(BigInt(payment.amountCents)),
  seller_id: keys.merchants.alipay.sellerId,
  ...(payment.paidMs !== undefined && { send_pay_date: beijingText(payment.paidMs) }),
});

const refundTrade = (standIn: StandIn, payment: StandInPayment, content: unknown): object => {
  const [refundNo, amount] = [textAt(content, 'out_request_no'), centsOfYuan(textAt(content, 'refund_amount') ?? '')];
  if (refundNo === undefined || amount === undefined) return bad('ACQ.INVALID_PARAMETER');
  const isNew = payment.refunds.every((refund) => refund.refundNo !== refundNo);
  const refund = standIn.books.refund(payment, { refundNo, amountCents: Number(amount), notifyUrl: payment.notifyUrl, askedMs: standIn.clock() });
  if (typeof refund === 'string') return refusals[refund];
  const isMoved = isNew && refund.state === 'succeeded';
  if (isMoved) standIn.notify(payment, refund);
  return good({
    out_trade_no: payment.payNo,
    trade_no: payment.tradeNo,
    fund_change: isMoved ? 'Y' : 'N',
    refund_fee: yuanText(BigInt(refundedCents(payment))),
  });
};

const refundContent = (payment: StandInPayment, refundNo: string): object => {
  const refund = payment.refunds.find((one) => one.refundNo === refundNo);
  if (refund?.state !== 'succeeded') return good({ out_trade_no: payment.payNo, trade_no: payment.tradeNo });
  return good({
    out_trade_no: payment.payNo,
    trade_no: payment.tradeNo,
    out_request_no: refundNo,
    refund_amount: yuanText(BigInt(refund.amountCents)),
    refund_status: 'REFUND_SUCCESS',
  });
};

const OTHER_CENTS = 1;

export const alipayNotification = (standIn: StandIn, { payment, refund, fault }: NotificationFacts): Notification => {
  const { appId, sellerId } = standIn.keys.merchants.alipay;
  const params: AlipayParams = {
    notify_time: beijingText(standIn.clock()),
    notify_type: 'trade_status_sync',
    notify_id: randomBytes(17).toString('hex'),
    app_id: appId,
    auth_app_id: appId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: payment.tradeNo,
    out_trade_no: payment.payNo,
    seller_id: sellerId,
    subject: payment.subject,
    trade_status: statusOf(payment),
    total_amount: yuanText(BigInt(payment.amountCents + (fault === 'wrongAmount' ? OTHER_CENTS : 0))),
    ...(payment.paidMs !== undefined && { gmt_payment: beijingText(payment.paidMs) }),
    ...(refund && { out_biz_no: refund.refundNo, refund_fee: yuanText(BigInt(refundedCents(payment))), gmt_refund: beijingText(refund.doneMs ?? 0) }),
  };
  const isForged = fault === 'forged' || fault === 'probe';
  // Until the certificate is renewed, it is that of the same key.
  const key = signerOf(standIn)?.privateKey ?? standIn.keys.providers.alipay;
  const sign = signRsa(notificationText(params), isForged ? standIn.keys.stranger : key);
  return {
    url: payment.notifyUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: new URLSearchParams({ ...params, sign_type: 'RSA2', sign }).toString(),
    isTaken: (status, body) => status === 200 && body === 'success',
  };
};

const BILL_HEADER =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const PLACES_BETWEEN = 9;

/** The zipped bill of a day, in GBK. */
const bill = (standIn: StandIn, day: string): WireAnswer => {
  const isOfDay = (ms: number | undefined): boolean => ms !== undefined && beijingText(ms).startsWith(day);
  const row = (
    payment: StandInPayment,
    { kind, cents, ms, refundNo }: { readonly kind: string; readonly cents: number; readonly ms: number; readonly refundNo: string },
  ) => {
    const amount = yuanText(BigInt(cents));
    const zeros = Array.from({ length: PLACES_BETWEEN }, () => '0.00');
    return [
      payment.tradeNo,
      payment.payNo,
      kind,
      payment.subject,
      beijingText(ms),
      beijingText(ms),
      '',
      '',
      '',
      '',
      'payer',
      amount,
      ...zeros,
      refundNo,
      '0.00',
      '0.00',
      '',
    ].join(',');
  };
  const ours = standIn.books.payments.filter(({ provider }) => provider === 'alipay');
  const payments = billedPayments(
    ours.filter(({ paidMs }) => isOfDay(paidMs)),
    standIn.faults.bills,
  );
  const refunds = ours.flatMap((payment) => payment.refunds.filter(({ doneMs }) => isOfDay(doneMs)).map((refund) => ({ payment, refund })));
  const text = [
    '#支付宝业务明细查询',
    BILL_HEADER,
    ...payments.map((payment) => row(payment, { kind: '交易', cents: payment.amountCents, ms: payment.paidMs ?? 0, refundNo: '' })),
    ...refunds.map(({ payment, refund }) =>
      row(payment, { kind: '退款', cents: -refund.amountCents, ms: refund.doneMs ?? 0, refundNo: refund.refundNo }),
    ),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    `#交易合计：${payments.length}笔`,
    `#退款合计：${refunds.length}笔`,
    '',
  ].join('\r\n');
  return {
    status: 200,
    headers: { 'content-type': 'application/zip' },
    body: zipSync({ [`${standIn.keys.merchants.alipay.sellerId}_${day}.csv`]: toGbk(text) }),
  };
};

/** GBK by decoding all its pairs of bytes once. */
const toGbk = (text: string): Uint8Array => {
  const bytes: number[] = [];
  for (const letter of text) {
    const pair = gbkPairs().get(letter);
    if (pair === undefined) bytes.push(letter.codePointAt(0) ?? 0);
    else bytes.push(...pair);
  }
  return Uint8Array.from(bytes);
};

let pairs: ReadonlyMap<string, readonly [number, number]> | undefined;
const gbkPairs = (): ReadonlyMap<string, readonly [number, number]> => {
  const decoder = new TextDecoder('gbk');
  pairs ??= new Map(
    Array.from({ length: 0xfe - 0x80 }, (_high, high) => high + 0x81).flatMap((high) =>
      Array.from({ length: 0xff - 0x40 }, (_low, low) => low + 0x40)
        .filter((low) => low !== 0x7f)
        .map((low): [string, readonly [number, number]] => [decoder.decode(Uint8Array.of(high, low)), [high, low]]),
    ),
  );
  return pairs;
};
