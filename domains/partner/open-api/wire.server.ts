import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { SIGN_SECRET_PREFIX } from '../access-config/key-set.server.ts';

/** A call as it is signed. */
export interface SignedCall {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly target: string;
  /** Unix seconds. */
  readonly timestamp: string;
  readonly nonce: string;
  /** As it is sent, so encrypted where bodies are. */
  readonly body: string;
}

/** Lower-case hex of the HMAC-SHA-256 over method, target, timestamp, nonce and the SHA-256 of the body, each on a line of its own. */
export const signatureOf = (signSecret: string, { method, target, timestamp, nonce, body }: SignedCall): string => {
  const digest = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', keyOf(signSecret)).update([method, target, timestamp, nonce, digest].join('\n')).digest('hex');
};

export const isSignature = (signSecret: string, call: SignedCall, signature: string): boolean => {
  const [expected, given] = [Buffer.from(signatureOf(signSecret, call)), Buffer.from(signature)];
  return expected.length === given.length && timingSafeEqual(expected, given);
};

const keyOf = (signSecret: string): Buffer => Buffer.from(signSecret.slice(SIGN_SECRET_PREFIX.length), 'base64');

export interface CipherKeys {
  readonly secretKey: string;
  readonly ivKey: string;
}

/** What binds an encrypted text to its message. For a webhook, the nonce is its id. */
export interface MessagePlace {
  readonly direction: 'request' | 'response' | 'webhook';
  readonly timestamp: string;
  readonly nonce: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Each message has an initialisation vector of its own, which both sides derive, so that none is ever used twice. */
const ivOf = (ivKey: string, { direction, timestamp, nonce }: MessagePlace): Buffer =>
  createHmac('sha256', Buffer.from(ivKey, 'base64')).update([direction, timestamp, nonce].join('\n')).digest().subarray(0, IV_BYTES);

/** AES-256-GCM; base64 of the encrypted text and its tag. */
export const encrypt = ({ secretKey, ivKey }: CipherKeys, place: MessagePlace, text: string): string => {
  const cipher = createCipheriv(CIPHER, Buffer.from(secretKey, 'base64'), ivOf(ivKey, place), { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
};

/** Undefined for a text that was changed or belongs to another message. */
export const decrypt = ({ secretKey, ivKey }: CipherKeys, place: MessagePlace, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64');
  const end = bytes.length - TAG_BYTES;
  if (end < 0) return undefined;
  const decipher = createDecipheriv(CIPHER, Buffer.from(secretKey, 'base64'), ivOf(ivKey, place), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(end));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};
