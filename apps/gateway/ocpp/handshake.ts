import type { IncomingMessage } from 'node:http';
import { clientAddress, isOverTls, type TrustedProxies } from '#kit/server/connections/trusted-proxies.ts';
import type { Refusal } from './handshake-refusal.ts';

/** A station's connection request, as read from its HTTP request. */
export interface Handshake {
  readonly cpCode: string;
  readonly password: Buffer;
  readonly remoteAddress: string;
  /** The connection is encrypted, up to this process or to a trusted proxy. */
  readonly overTls: boolean;
}

export const OCPP_SUBPROTOCOL = 'ocpp1.6';
/** Maximum length of the OCPP 1.6 chargeBoxIdentity, the same as for pile codes of the platform. */
const CP_CODE_LENGTH_MAX = 48;
/** Enough for the longest code and a 40-byte password in base 64. */
const AUTHORIZATION_LENGTH_MAX = 256;

/** Reads the request line and headers only, without any query. A station that offers only other subprotocols yields `noSubprotocol`. */
export const readHandshake = (request: IncomingMessage, proxies: TrustedProxies): Handshake | Refusal | 'noSubprotocol' => {
  const cpCode = readCpCode(request.url ?? '');
  if (cpCode === undefined) return { status: 404 };
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  if (!offered.includes(OCPP_SUBPROTOCOL)) return 'noSubprotocol';
  const password = readPassword(request.headers.authorization, cpCode);
  if (password === undefined) return { status: 401 };
  return { cpCode, password, remoteAddress: clientAddress(request, proxies), overTls: isOverTls(request, proxies) };
};

/** Reads the code from `/ocpp/{cpCode}`, percent-decoded. Only printable characters are accepted, because the code is used in logs and keys. */
const readCpCode = (url: string): string | undefined => {
  const match = /^\/ocpp\/([^/?#]{1,256})\/?(?:\?.*)?$/.exec(url);
  if (!match?.[1]) return undefined;
  try {
    const cpCode = decodeURIComponent(match[1]);
    return cpCode.length <= CP_CODE_LENGTH_MAX && /^[\x21-\x7e]+$/.test(cpCode) ? cpCode : undefined;
  } catch {
    return undefined;
  }
};

/** The password of a basic authorization header whose user is the station itself. */
const readPassword = (header: string | undefined, cpCode: string): Buffer | undefined => {
  if (!header || header.length > AUTHORIZATION_LENGTH_MAX) return undefined;
  const match = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header);
  if (!match?.[1]) return undefined;
  const pair = Buffer.from(match[1], 'base64');
  const user = Buffer.from(`${cpCode}:`);
  return pair.subarray(0, user.length).equals(user) ? pair.subarray(user.length) : undefined;
};
