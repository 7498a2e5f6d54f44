import { readFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as alipay from './alipay/signature.ts';
import { eventOf as alipayEvent } from './alipay/answers.ts';
import { alipayCertSn, isSignedByRsa, sha1Hex } from './crypto.ts';
import { integerAt, parseJson, textAt, valueAt } from './read.ts';
import { eventOf as stripeEvent } from './stripe/answers.ts';
import { webhookProblem, webhookSignature } from './stripe/signature.ts';
import { eventOf } from './wechat/answers.ts';
import { readBill } from './wechat/bill.ts';
import { openResource, sealResource } from './wechat/resource.ts';
import { appPayment, authorizationOf, jsapiPayment, messageProblem, requestText } from './wechat/signature.ts';

/** Vectors that were made and checked with other implementations: wechatpay-axios-plugin, alipay-sdk, stripe. */
const vectors = parseJson(readFileSync(new URL('payments.vectors.json', import.meta.url), 'utf8'));
const text = (...path: readonly string[]): string => textAt(vectors, ...path) ?? '';
const numberOf = (...path: readonly string[]): number => Number(integerAt(vectors, ...path) ?? textAt(vectors, ...path));
const [merchantKey, platformKey] = [text('keys', 'merchant', 'publicKey'), text('keys', 'platform', 'publicKey')];
const apiV3Key = text('wechat', 'config', 'apiV3Key');
const ownKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

test.each(['request_jsapi_post', 'request_query_get', 'request_bill_get'])('WeChat Pay: %s is signed over the same text', (name) => {
  const request = { method: text('wechat', name, 'method'), url: text('wechat', name, 'url'), body: text('wechat', name, 'body') };
  const fresh = { timestampS: numberOf('wechat', name, 'timestamp'), nonce: text('wechat', name, 'nonce_str') };
  expect(requestText(request, fresh)).toBe(text('wechat', name, 'message'));
  expect(isSignedByRsa(requestText(request, fresh), { signature: text('wechat', name, 'signature'), publicKey: merchantKey })).toBe(true);
  const header = authorizationOf(
    { mchId: text('wechat', 'config', 'mchid'), serialNo: text('wechat', 'config', 'merchantSerial'), ...ownKey },
    request,
    fresh,
  );
  const signature = /signature="([^"]*)"/.exec(header)?.[1] ?? '';
  expect(isSignedByRsa(requestText(request, fresh), { signature, publicKey: ownKey.publicKey })).toBe(true);
  expect(header.replace(signature, '')).toBe(text('wechat', name, 'authorization').replace(text('wechat', name, 'signature'), ''));
});

const messageOf = (name: string) => {
  const headers = new Headers(
    Object.entries(Object(valueAt(vectors, 'wechat', name, 'headers'))).map(([key, value]): [string, string] => [key, String(value)]),
  );
  return { headerOf: (header: string) => headers.get(header) ?? undefined, body: text('wechat', name, 'body') };
};
const keysNow = { [text('wechat', 'config', 'platformCertSerial')]: platformKey, [text('wechat', 'config', 'publicKeyId')]: platformKey };
const problemOf = (name: string, nowS = 1_764_000_000, keys: Readonly<Record<string, string>> = keysNow) =>
  messageProblem(messageOf(name), { nowS, keyOf: (serial) => keys[serial] });

test('WeChat Pay: answers and notifications are believed when they are signed, fresh and from a known key', () => {
  for (const name of ['response_200_cert', 'response_200_pubkey', 'response_204_empty', 'notify_payment', 'notify_refund', 'notify_refund_abnormal'])
    expect([name, problemOf(name)]).toEqual([name, undefined]);
  expect(problemOf('response_tampered')).toBe('wrongSignature');
  expect(problemOf('response_signtest_probe')).toBe('probe');
  expect(problemOf('response_200_cert', 1_764_000_301)).toBe('stale');
  expect(problemOf('response_200_cert', 1_764_000_000, {})).toBe('unknownKey');
});

test('WeChat Pay: notifications are decrypted and say what happened', () => {
  for (const name of ['notify_payment', 'notify_refund', 'notify_refund_abnormal']) {
    expect(openResource(valueAt(parseJson(text('wechat', name, 'body')), 'resource'), apiV3Key)).toBe(text('wechat', name, 'plaintext'));
    expect(openResource(valueAt(parseJson(text('wechat', name, 'body')), 'resource'), apiV3Key.replace('A', 'B'))).toBeUndefined();
  }
  expect(eventOf(text('wechat', 'notify_payment', 'body'), apiV3Key)).toMatchObject({
    kind: 'payment',
    view: { payNo: 'CP20261123000001', state: 'paid', amountCents: 5_000n, currency: 'CNY', merchantNo: '1900000001' },
  });
  expect(eventOf(text('wechat', 'notify_refund', 'body'), apiV3Key)).toMatchObject({
    kind: 'refund',
    view: { state: 'succeeded', amountCents: 1_765n },
  });
  expect(eventOf(text('wechat', 'notify_refund_abnormal', 'body'), apiV3Key)).toMatchObject({ kind: 'refund', view: { state: 'abnormal' } });
  const certificate = valueAt(vectors, 'wechat', 'certificates_response_item', 'encrypt_certificate');
  expect(openResource(certificate, apiV3Key)).toBe(text('certificates', 'platform'));
  const sealed = sealResource('{"a":1}', { apiV3Key, nonce: '0123456789ab', associated: 'transaction' });
  expect(openResource(sealed, apiV3Key)).toBe('{"a":1}');
});

test('WeChat Pay: what opens the cashier is signed as its clients expect', () => {
  const fresh = { timestampS: numberOf('wechat', 'paySign_jsapi', 'timeStamp'), nonce: text('wechat', 'paySign_jsapi', 'nonceStr') };
  const client = {
    appId: text('wechat', 'paySign_jsapi', 'appId'),
    prepayId: text('wechat', 'paySign_app', 'prepayid'),
    mchId: text('wechat', 'config', 'mchid'),
  };
  const jsapi = jsapiPayment(client, fresh, ownKey.privateKey);
  expect(jsapi.package).toBe(text('wechat', 'paySign_jsapi', 'package'));
  expect(isSignedByRsa(text('wechat', 'paySign_jsapi', 'message'), { signature: jsapi.paySign, publicKey: ownKey.publicKey })).toBe(true);
  expect(
    isSignedByRsa(text('wechat', 'paySign_jsapi', 'message'), { signature: text('wechat', 'paySign_jsapi', 'paySign'), publicKey: merchantKey }),
  ).toBe(true);
  expect(
    isSignedByRsa(text('wechat', 'paySign_app', 'message'), {
      signature: appPayment(client, fresh, ownKey.privateKey).sign,
      publicKey: ownKey.publicKey,
    }),
  ).toBe(true);
});

test('WeChat Pay: a bill is read by its columns, and one that does not add up is refused', () => {
  const unzipped = gunzipSync(Buffer.from(text('wechat', 'tradebill', 'gzip_base64'), 'base64'));
  expect(unzipped.toString('utf8')).toBe(text('wechat', 'tradebill', 'text'));
  expect(sha1Hex(unzipped)).toBe(text('wechat', 'tradebill', 'hash_value'));
  const bill = text('wechat', 'tradebill', 'text');
  expect(readBill(bill)).toEqual({
    lines: [
      {
        kind: 'payment',
        payNo: 'CP20261123000001',
        tradeNo: '4200000000202611230000000001',
        refundNo: undefined,
        tradeRefundNo: undefined,
        amountCents: 5_000n,
        feeCents: 30n,
        time: '2026-11-23 23:59:59',
      },
    ],
  });
  expect(readBill(bill.replace('`充电预付款', '`充电,预付款'))).toMatchObject({ lines: [{ amountCents: 5_000n }] });
  expect(readBill(bill.replace('`50.00,`0.00,`\n', '`50.01,`0.00,`\n'))).toBe('sumsDiffer');
  expect(readBill(bill.replace('微信订单号', '订单号'))).toBe('unreadable');
  expect(readBill('')).toBe('unreadable');
});

test('Alipay: requests, answers and notifications are signed over the same texts', () => {
  const params = valueAt(vectors, 'alipay', 'request_precreate', 'params');
  const sent = alipay.formParams(text('alipay', 'request_precreate', 'form_body'));
  expect(alipay.requestText(sent)).toBe(text('alipay', 'request_precreate', 'message'));
  expect(sent).toMatchObject(Object(params));
  const appKey = text('keys', 'alipayApp', 'publicKey');
  expect(isSignedByRsa(alipay.requestText(sent), { signature: sent['sign'] ?? '', publicKey: appKey })).toBe(true);
  expect(
    isSignedByRsa(alipay.requestText(sent), { signature: alipay.signedParams(sent, ownKey.privateKey)['sign'] ?? '', publicKey: ownKey.publicKey }),
  ).toBe(true);

  const alipayKey = text('keys', 'alipayPlatform', 'publicKey');
  const answer = alipay.answerParts(text('alipay', 'response_precreate', 'raw'), 'alipay.trade.precreate');
  expect(answer).toEqual({
    text: text('alipay', 'response_precreate', 'signed_text'),
    sign: text('alipay', 'response_precreate', 'sign'),
    certSn: undefined,
  });
  expect(isSignedByRsa(answer?.text ?? '', { signature: answer?.sign ?? '', publicKey: alipayKey })).toBe(true);

  const notification = alipay.formParams(text('alipay', 'notify', 'form_body'));
  expect(alipay.notificationText(notification)).toBe(text('alipay', 'notify', 'message'));
  expect(alipay.isNotificationSigned(notification, alipayKey)).toBe(true);
  expect(alipay.isNotificationSigned(alipay.formParams(text('alipay', 'notify_forged', 'form_body')), alipayKey)).toBe(false);
  expect(alipayEvent(notification)).toMatchObject({
    kind: 'payment',
    view: { payNo: 'CP20261123000002', state: 'paid', amountCents: 5_000n, merchantNo: '2088000000000001', paidAt: new Date('2026-11-23T15:59:00Z') },
  });
  for (const side of ['app', 'alipay'])
    expect(alipayCertSn(text('certificates', side === 'app' ? 'alipayApp' : 'alipayPlatform'))).toBe(text('alipay', 'cert_sn', `${side}_cert_sn`));
});

test('Stripe: a webhook is believed when one of our secrets signed its raw body lately', () => {
  const [secret, body, header] = ['secret', 'payload', 'header'].map((name) => text('stripe', 'webhook', name));
  const check = (more: { readonly body?: string; readonly secrets?: readonly string[]; readonly nowS?: number } = {}) =>
    webhookProblem({ header, body: more.body ?? body ?? '' }, { secrets: more.secrets ?? [secret ?? ''], nowS: more.nowS ?? 1_764_000_000 });
  expect(header).toBe(`t=1764000000,v1=${webhookSignature(body ?? '', { secret: secret ?? '', timestampS: 1_764_000_000 })}`);
  expect(check()).toBeUndefined();
  expect(check({ secrets: ['whsec_new', secret ?? ''] })).toBeUndefined();
  expect(check({ secrets: ['whsec_new'] })).toBe('wrongSignature');
  expect(check({ body: (body ?? '').replace('6000', '6001') })).toBe('wrongSignature');
  expect(check({ nowS: 1_764_000_301 })).toBe('stale');
  expect(webhookProblem({ header: undefined, body: '' }, { secrets: [secret ?? ''], nowS: 0 })).toBe('unsigned');
  expect(stripeEvent((body ?? '').replace('"status"', '"metadata":{"pay_no":"P1"},"status"'))).toMatchObject({
    kind: 'payment',
    view: { payNo: 'P1', state: 'authorised', amountCents: 6_000n, currency: 'EUR' },
  });
});
