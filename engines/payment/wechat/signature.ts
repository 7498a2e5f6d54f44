import { isSignedByRsa, signRsa } from '../crypto.ts';
import type { MessageProblem } from '../payment.ts';

/** Signatures of WeChat Pay, API v3: each part is a line, also the last one. */

export const SCHEME = 'WECHATPAY2-SHA256-RSA2048';
/** Messages older or younger than this are refused. */
export const SKEW_MAX_S = 300;
/** The beginning of signatures that are wrong on purpose. */
const PROBE = 'WECHATPAY/SIGNTEST/';

export interface WechatMerchant {
  readonly mchId: string;
  /** The serial number of the merchant's certificate, in hexadecimal digits. */
  readonly serialNo: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface SignedRequest {
  readonly method: string;
  /** The path with its query exactly as it is sent. */
  readonly url: string;
  /** The exact text that is sent; empty for GET. */
  readonly body: string;
}

/** When and with which nonce a message is signed. */
export interface Freshness {
  readonly timestampS: number;
  readonly nonce: string;
}

const lines = (...parts: readonly (string | number)[]): string => parts.map((part) => `${part}\n`).join('');

export const requestText = ({ method, url, body }: SignedRequest, { timestampS, nonce }: Freshness): string =>
  lines(method, url, timestampS, nonce, body);

/** The header `Authorization` of a request. */
export const authorizationOf = (merchant: WechatMerchant, request: SignedRequest, fresh: Freshness): string => {
  const fields = {
    mchid: merchant.mchId,
    nonce_str: fresh.nonce,
    timestamp: String(fresh.timestampS),
    serial_no: merchant.serialNo,
    signature: signRsa(requestText(request, fresh), merchant.privateKey),
  };
  return `${SCHEME} ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
};

/** The text that is signed in answers and notifications. */
export const messageText = (body: string, { timestampS, nonce }: Freshness): string => lines(timestampS, nonce, body);

/** A header by its name in lower case. */
export type HeaderOf = (name: string) => string | undefined;

export interface CheckedMessage {
  readonly headerOf: HeaderOf;
  /** The raw text, before any parser. */
  readonly body: string;
}

/**
 * What is wrong with an answer or a notification; undefined when it comes from WeChat Pay. `keyOf` finds the public key by the number that the
 * message names: a certificate's serial number or the id of a public key.
 */
export const messageProblem = (
  { headerOf, body }: CheckedMessage,
  { nowS, keyOf }: { readonly nowS: number; readonly keyOf: (serial: string) => string | undefined },
): MessageProblem | undefined => {
  const [timestamp, nonce, signature, serial] = ['timestamp', 'nonce', 'signature', 'serial'].map((name) => headerOf(`wechatpay-${name}`));
  if (!timestamp || !nonce || !signature || !serial || !/^\d{1,12}$/.test(timestamp)) return 'unsigned';
  const timestampS = Number(timestamp);
  if (Math.abs(nowS - timestampS) > SKEW_MAX_S) return 'stale';
  const publicKey = keyOf(serial);
  if (publicKey === undefined) return 'unknownKey';
  if (isSignedByRsa(messageText(body, { timestampS, nonce }), { signature, publicKey })) return undefined;
  return signature.startsWith(PROBE) ? 'probe' : 'wrongSignature';
};

export interface PrepaidClient {
  readonly appId: string;
  readonly prepayId: string;
}

/** What opens the cashier in WeChat's own browser or in a mini-program. */
export const jsapiPayment = ({ appId, prepayId }: PrepaidClient, { timestampS, nonce }: Freshness, privateKey: string) => {
  const signedPackage = `prepay_id=${prepayId}`;
  return {
    appId,
    timeStamp: String(timestampS),
    nonceStr: nonce,
    package: signedPackage,
    signType: 'RSA',
    paySign: signRsa(lines(appId, timestampS, nonce, signedPackage), privateKey),
  };
};

/** What opens the cashier from an app. Its signature covers the bare prepay id. */
export const appPayment = (
  { appId, prepayId, mchId }: PrepaidClient & { readonly mchId: string },
  { timestampS, nonce }: Freshness,
  privateKey: string,
) => ({
  appId,
  partnerId: mchId,
  prepayId,
  packageValue: 'Sign=WXPay',
  nonceStr: nonce,
  timeStamp: String(timestampS),
  sign: signRsa(lines(appId, timestampS, nonce, prepayId), privateKey),
});
