import { isSignedByRsa, signRsa } from '../crypto.ts';

/** Signatures of Alipay's open gateway, version 1.0 with RSA2. */

/** Parameters of a request or a notification, with raw values that are not percent-encoded. */
export type AlipayParams = Readonly<Record<string, string>>;

const sortedText = (params: AlipayParams, without: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => !without.includes(name) && params[name] !== '')
    // By the codes of their letters; `localeCompare` would order them by language.
    .toSorted((a, b) => (a < b ? -1 : Number(a > b)))
    .map((name) => `${name}=${params[name] ?? ''}`)
    .join('&');

/** The text of a request that is signed; it includes `sign_type`. */
export const requestText = (params: AlipayParams): string => sortedText(params, ['sign']);
export const signedParams = (params: AlipayParams, privateKey: string): AlipayParams => ({
  ...params,
  sign: signRsa(requestText(params), privateKey),
});

/** The text of a notification that is signed; it excludes `sign_type`. */
export const notificationText = (params: AlipayParams): string => sortedText(params, ['sign', 'sign_type']);
export const isNotificationSigned = (params: AlipayParams, publicKey: string): boolean =>
  params['sign_type'] === 'RSA2' && isSignedByRsa(notificationText(params), { signature: params['sign'] ?? '', publicKey });

/** The fields of a form body. Of a name that occurs twice, the last value counts. */
export const formParams = (body: string): AlipayParams => Object.fromEntries(new URLSearchParams(body));

export interface SignedAnswer {
  /** The exact part of the answer that is signed; parsing and writing it again would change it. */
  readonly text: string;
  readonly sign: string;
  /** The serial number of the certificate, where certificates are used. */
  readonly certSn: string | undefined;
}

/** Divides an answer `{"<method>_response":{…},…,"sign":"…"}` as it was sent; undefined for anything else. */
export const answerParts = (raw: string, method: string): SignedAnswer | undefined => {
  const name = [`"${method.replaceAll('.', '_')}_response"`, '"error_response"'].find((candidate) => raw.includes(candidate));
  if (name === undefined) return undefined;
  const start = raw.indexOf('{', raw.indexOf(name) + name.length);
  const signAt = raw.lastIndexOf('"sign"');
  const end = raw.lastIndexOf('}', signAt);
  const sign = /"sign"\s*:\s*"([^"]*)"/.exec(raw.slice(signAt))?.[1];
  if (start < 0 || end < start || sign === undefined) return undefined;
  return { text: raw.slice(start, end + 1), sign, certSn: /"alipay_cert_sn"\s*:\s*"([0-9a-f]{32})"/.exec(raw)?.[1] };
};
