/** Encryption of bodies, with the Web Crypto API that Node and browsers share. */

export const BODY_CIPHERS = ['AES-GCM', 'AES-CBC'] as const;
export type BodyCipher = (typeof BODY_CIPHERS)[number];

/** The context of an encrypted text, which can be decrypted only with the same context. */
export interface CipherContext {
  readonly direction: 'request' | 'response';
  readonly method: string;
  /** The requested path and query. */
  readonly url: string;
  /** The X-TIMESTAMP of the request. */
  readonly timestamp: string;
}

export interface DecryptedBody {
  readonly text: string;
  /** The initialisation vector; a repeated one is a repeated message. */
  readonly iv: string;
}

/** A channel between two sides that agreed on a secret. */
export interface CipherChannel {
  readonly seal: (text: string, context: CipherContext) => Promise<string>;
  /** Undefined when the text was changed, belongs to another context or is no encrypted text, without saying which. */
  readonly open: (sealed: string, context: CipherContext) => Promise<DecryptedBody | undefined>;
}

type Bytes = Uint8Array<ArrayBuffer>;
const { subtle } = globalThis.crypto;
export type PrivateKey = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
type AnyKey = Awaited<ReturnType<typeof aesKey>>;

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const;
const SHARED_BITS = 256;
const KEY_BYTES = 32;
const IV_BYTES: Readonly<Record<BodyCipher, number>> = { 'AES-GCM': 12, 'AES-CBC': 16 };
const MAC_BYTES = 32;
export const SECRET_BYTES = 2 * KEY_BYTES;

export const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The key pair of one side; its public key is sent to the other side. */
export const generateKeyPair = async () => {
  const { privateKey, publicKey } = await subtle.generateKey(CURVE, false, ['deriveBits']);
  return { privateKey, publicKey: toBase64(new Uint8Array(await subtle.exportKey('raw', publicKey))) };
};

/** The secret that both sides derive from their own private key and the other's public key. Throws when the public key is no point of the curve. */
export const deriveSecret = async (privateKey: PrivateKey, peerPublicKey: string): Promise<Bytes> => {
  const peerKey = await subtle.importKey('raw', fromBase64(peerPublicKey), CURVE, false, []);
  const shared = await subtle.deriveBits({ name: 'ECDH', public: peerKey }, privateKey, SHARED_BITS);
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode('chargeops bodies');
  return new Uint8Array(await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }, material, SECRET_BYTES * 8));
};

/** Opens a channel with an agreed secret. CBC is always combined with a MAC, which is checked before decryption. */
export const openChannel = async (secret: Bytes, cipher: BodyCipher): Promise<CipherChannel> => {
  const key = await aesKey(secret.subarray(0, KEY_BYTES), cipher);
  return cipher === 'AES-GCM' ? gcmChannel(key) : cbcChannel(key, await macKey(secret.subarray(KEY_BYTES)));
};

const aesKey = (bytes: Bytes, cipher: BodyCipher) => subtle.importKey('raw', bytes, cipher, false, ['encrypt', 'decrypt']);
const macKey = (bytes: Bytes) => subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

const gcmChannel = (key: AnyKey): CipherChannel => ({
  seal: async (text, context) => {
    const iv = randomIv('AES-GCM');
    return toBase64(
      concat(iv, await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: additionalDataOf(context) }, key, new TextEncoder().encode(text))),
    );
  },
  open: (sealed, context) =>
    tryDecrypt(sealed, 'AES-GCM', (iv, body) => subtle.decrypt({ name: 'AES-GCM', iv, additionalData: additionalDataOf(context) }, key, body)),
});

const cbcChannel = (key: AnyKey, mac: AnyKey): CipherChannel => ({
  seal: async (text, context) => {
    const iv = randomIv('AES-CBC');
    const body = concat(iv, await subtle.encrypt({ name: 'AES-CBC', iv }, key, new TextEncoder().encode(text)));
    return toBase64(concat(body, await subtle.sign('HMAC', mac, concat(additionalDataOf(context), body))));
  },
  open: (sealed, context) =>
    tryDecrypt(sealed, 'AES-CBC', async (iv, rest) => {
      const body = rest.subarray(0, -MAC_BYTES);
      const isAuthentic = await subtle.verify('HMAC', mac, rest.subarray(-MAC_BYTES), concat(additionalDataOf(context), concat(iv, body)));
      return isAuthentic ? subtle.decrypt({ name: 'AES-CBC', iv }, key, body) : undefined;
    }),
});

const tryDecrypt = async (
  sealed: string,
  cipher: BodyCipher,
  decrypt: (iv: Bytes, body: Bytes) => Promise<ArrayBuffer | undefined>,
): Promise<DecryptedBody | undefined> => {
  try {
    const bytes = fromBase64(sealed);
    const iv = bytes.subarray(0, IV_BYTES[cipher]);
    const plain = await decrypt(iv, bytes.subarray(IV_BYTES[cipher]));
    return plain && { text: new TextDecoder('utf-8', { fatal: true }).decode(plain), iv: toBase64(iv) };
  } catch {
    return undefined;
  }
};

const randomIv = (cipher: BodyCipher): Bytes => globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES[cipher]));
const additionalDataOf = ({ direction, method, url, timestamp }: CipherContext): Bytes =>
  new TextEncoder().encode([direction, method, url, timestamp].map((part) => `${part.length}:${part}`).join('\n'));
const concat = (first: Uint8Array, second: ArrayBuffer | Uint8Array): Bytes => {
  const whole = new Uint8Array(first.byteLength + second.byteLength);
  whole.set(first);
  whole.set(new Uint8Array(second), first.byteLength);
  return whole;
};
