import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** The purpose of a sealed text and the row to which it belongs. It can be opened only with the same context. */
export interface SealContext {
  readonly purpose: string;
  readonly row: string;
}

/** Encrypts values that have to be read again, such as card passwords and keys of piles and partners. The key is not in the database. */
export interface Secrets {
  /** `v1.<key id>.<nonce, text and tag in base64url>`; a different text each time. */
  seal(plain: string, context: SealContext): string;
  /** Throws `SecretsError` when the key is unknown, or the text was changed or belongs to another row. */
  open(sealed: string, context: SealContext): string;
  /** Signs with Ed25519 and a key derived for the purpose: `v1.<key id>.<signature in base64url>`. */
  sign(text: string, purpose: string): string;
  /** Whether one of the known keys signed exactly this text. */
  isSigned(text: string, signature: string, purpose: string): boolean;
  /** The HMAC-SHA-256 of a text with a key derived for the purpose, under each known key, the newest first. */
  macs(text: string, purpose: string): readonly [Uint8Array, ...Uint8Array[]];
  /** The PEM public key that verifies signatures of the newest key. */
  publicKey(purpose: string): string;
}

/** A sealed text that cannot be opened with the known keys. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

export const MASTER_KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The first key encrypts and all keys decrypt, so that a key can be replaced while texts under the old one remain. */
export const createSecrets = (masterKeys: readonly [Uint8Array, ...Uint8Array[]]): Secrets => {
  if (masterKeys.some((key) => key.length !== MASTER_KEY_BYTES)) throw new SecretsError(`a master key has ${MASTER_KEY_BYTES} bytes`);
  const keys = new Map(masterKeys.map((key) => [masterKeyId(key), key]));
  const [newest] = masterKeys;
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(newest, context.purpose), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context.row));
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `v1.${masterKeyId(newest)}.${body.toString('base64url')}`;
    },
    open: (sealed, context) => {
      const [version, id = '', text = ''] = sealed.split('.');
      const key = keys.get(id);
      if (version !== 'v1' || !key) throw new SecretsError('sealed with a key that is not here');
      return openWith(key, Buffer.from(text, 'base64url'), context);
    },
    sign: (text, purpose) => `v1.${masterKeyId(newest)}.${sign(null, Buffer.from(text), signingKey(newest, purpose)).toString('base64url')}`,
    isSigned: (text, signature, purpose) => {
      const [version, id = '', signed = ''] = signature.split('.');
      const key = keys.get(id);
      return version === 'v1' && key !== undefined && verify(null, Buffer.from(text), signingKey(key, purpose), Buffer.from(signed, 'base64url'));
    },
    macs: (text, purpose) => {
      const [first, ...others] = masterKeys;
      return [macOf(first, text, purpose), ...others.map((key) => macOf(key, text, purpose))];
    },
    publicKey: (purpose) => String(createPublicKey(signingKey(newest, purpose)).export({ type: 'spki', format: 'pem' })),
  };
};

/** RFC 8410: the bytes before the 32 bytes of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

const signingKey = (master: Uint8Array, purpose: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, keyOf(master, `sign ${purpose}`)]), format: 'der', type: 'pkcs8' });

const macOf = (master: Uint8Array, text: string, purpose: string): Uint8Array =>
  createHmac('sha256', keyOf(master, `mac ${purpose}`))
    .update(text)
    .digest();

const openWith = (key: Uint8Array, body: Buffer, context: SealContext): string => {
  const end = body.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw new SecretsError('too short to be sealed');
  const decipher = createDecipheriv(CIPHER, keyOf(key, context.purpose), body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context.row)).setAuthTag(body.subarray(end));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, end)), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretsError('changed, or taken from another row');
  }
};

/** Each purpose has its own key, so that one cannot open the texts of another. Purposes are few, and deriving a key takes longer than opening a text. */
const keyOf = (master: Uint8Array, purpose: string): Uint8Array => {
  const derived = derivedKeys.get(master) ?? new Map<string, Uint8Array>();
  derivedKeys.set(master, derived);
  const key = derived.get(purpose) ?? new Uint8Array(hkdfSync('sha256', master, '', `chargeops ${purpose}`, MASTER_KEY_BYTES));
  derived.set(purpose, key);
  return key;
};

/** By master key and purpose. */
const derivedKeys = new WeakMap<Uint8Array, Map<string, Uint8Array>>();

/** A password that is derived from the master key: equal for all who have the key, and unknown to others. */
export const derivedPassword = (master: Uint8Array, purpose: string): string =>
  Buffer.from(keyOf(master, `password ${purpose}`)).toString('base64url');

/** Identifies a key without revealing anything about it. */
export const masterKeyId = (master: Uint8Array): string => createHash('sha256').update('key id').update(master).digest('hex').slice(0, 8);
