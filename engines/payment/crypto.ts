import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  constants,
  privateDecrypt,
  publicEncrypt,
  sign,
  timingSafeEqual,
  verify,
  X509Certificate,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * The cryptographic functions of the payment providers. All are pure calculations: keys, nonces and times are arguments. The import rules allow only
 * this file of the folder to use the library.
 */

/** Reading a private key takes three times as long as signing with it. Keys of more accounts than this are read again. */
const KEYS_MAX = 64;

/** Reads keys from PEM and remembers the newest. Throws when the text is no key. */
const rememberingKeys = (read: (pem: string) => KeyObject): ((pem: string) => KeyObject) => {
  const known = new Map<string, KeyObject>();
  return (pem) => {
    const found = known.get(pem);
    if (found) return found;
    const key = read(pem);
    const [oldest] = known.keys();
    if (known.size >= KEYS_MAX && oldest !== undefined) known.delete(oldest);
    known.set(pem, key);
    return key;
  };
};
const privateKeyOf = rememberingKeys(createPrivateKey);
const publicKeyOf = rememberingKeys(createPublicKey);

/** RSA PKCS#1 v1.5 with SHA-256, in base64. `privateKey` is a PEM text. Throws when the key is none. */
export const signRsa = (text: string, privateKey: string): string => sign('sha256', Buffer.from(text), privateKeyOf(privateKey)).toString('base64');

/** Whether the key, a PEM text, signed this text. False also for a text that is no base64 of a signature, and for a key that is none. */
export const isSignedByRsa = (text: string, { signature, publicKey }: { readonly signature: string; readonly publicKey: string }): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  try {
    return verify('sha256', Buffer.from(text), publicKeyOf(publicKey), Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};

const OAEP = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' } as const;

/** RSA-OAEP with SHA-1, in base64: how WeChat Pay takes names and bank accounts. At most 214 bytes for a key of 2,048 bits. */
export const sealRsa = (text: string, publicKey: string): string =>
  publicEncrypt({ key: publicKeyOf(publicKey), ...OAEP }, Buffer.from(text)).toString('base64');

/** The text; undefined when it was sealed for another key, or is none. */
export const openRsa = (sealed: string, privateKey: string): string | undefined => {
  try {
    return privateDecrypt({ key: privateKeyOf(privateKey), ...OAEP }, Buffer.from(sealed, 'base64')).toString('utf8');
  } catch {
    return undefined;
  }
};

const GCM = 'aes-256-gcm';
const TAG_BYTES = 16;

interface GcmParts {
  readonly key: Uint8Array;
  /** 12 bytes. */
  readonly nonce: Uint8Array;
  readonly associated: Uint8Array;
}

/** The ciphertext followed by the tag of 16 bytes. */
export const sealGcm = (text: string, { key, nonce, associated }: GcmParts): Buffer => {
  const cipher = createCipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
};

/** The text; undefined for a wrong key or a changed ciphertext. */
export const openGcm = (sealed: Uint8Array, { key, nonce, associated }: GcmParts): string | undefined => {
  if (sealed.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(GCM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(associated).setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** SHA-1 in hexadecimal digits. WeChat Pay uses it to find damaged bills, not as a protection. */
export const sha1Hex = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

export const hmacSha256Hex = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Compares in constant time. */
export const isEqualText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The serial number by which Alipay names a certificate: MD5 of the issuer's names from the last to the first and the decimal serial number. */
export const alipayCertSn = (pem: string): string => {
  const { issuer, serialNumber } = new X509Certificate(pem);
  const names = issuer.split('\n').toReversed().join(',');
  return createHash('md5')
    .update(`${names}${String(BigInt(`0x${serialNumber}`))}`)
    .digest('hex');
};
