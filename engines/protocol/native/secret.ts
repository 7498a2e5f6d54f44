import { concat, fromHex, Writer } from '../codec/bytes.ts';
import { ascii } from '../codec/text.ts';
import type { NativeCrypto } from './crypto.ts';
import { CP_CODE_BYTES, SECRET_BYTES } from './limits.ts';

/** Size of the login proof, and of the check code at the end of an end record. */
const AUTH_BYTES = 16;
export const CHECK_CODE_BYTES = 8;

/** The 16 key bytes of an encryptionSecret: 16 ASCII characters or 32 hex digits. Undefined for any other text. */
export const secretBytes = (secret: string): Uint8Array | undefined => {
  if (/^[\x20-\x7e]{16}$/.test(secret)) return asciiBytes(secret);
  return secret.length === 2 * SECRET_BYTES && /^[0-9a-fA-F]+$/.test(secret) ? fromHex(secret) : undefined;
};

/**
 * The proof in a login: the first 16 bytes of HMAC-SHA256 over the text `cpCode|time|nonce`, with time in decimal seconds and nonce in upper-case
 * hex. The bars are part of the text (derived from the login test vector).
 */
export const loginAuth = (crypto: NativeCrypto, key: Uint8Array, login: { cpCode: string; time: number; nonce: string }): Uint8Array =>
  crypto.hmacSha256(key, asciiBytes(`${login.cpCode}|${login.time}|${login.nonce}`)).subarray(0, AUTH_BYTES);

/** The check code of an end record: the first 8 bytes of HMAC-SHA256(secret, padded cpCode | body without its last 8 bytes). */
export const checkCode = (crypto: NativeCrypto, key: Uint8Array, record: { cpCode: string; withoutCode: Uint8Array }): Uint8Array =>
  crypto.hmacSha256(key, concat(paddedCode(record.cpCode), record.withoutCode)).subarray(0, CHECK_CODE_BYTES);

const paddedCode = (cpCode: string): Uint8Array => {
  const writer = new Writer(CP_CODE_BYTES);
  ascii(CP_CODE_BYTES).put(writer, cpCode);
  return writer.done();
};

const asciiBytes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
