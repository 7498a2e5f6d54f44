/**
 * AES-128-GCM, HMAC and SHA-256 with node:crypto, in the form that the protocol engines take as an argument. Deterministic: the caller supplies the
 * nonce, and must never use one twice with the same key.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

interface SealInput {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  /** Authenticated together with the body, but not encrypted. */
  readonly header: Uint8Array;
}

const CIPHER = 'aes-128-gcm';
const TAG_BYTES = 16;

export const nodeCrypto = {
  /** The ciphertext, followed by the 16-byte tag. */
  seal: ({ key, nonce, header, body }: SealInput & { readonly body: Uint8Array }): Uint8Array => {
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  },
  /** The body; undefined when key, header, ciphertext and tag do not match. */
  open: ({ key, nonce, header, sealed }: SealInput & { readonly sealed: Uint8Array }): Uint8Array | undefined => {
    const split = sealed.length - TAG_BYTES;
    if (split < 0) return undefined;
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(header);
    decipher.setAuthTag(sealed.subarray(split));
    const body = decipher.update(sealed.subarray(0, split));
    try {
      return Buffer.concat([body, decipher.final()]);
    } catch {
      return undefined;
    }
  },
  hmacSha256: (key: Uint8Array, message: Uint8Array): Uint8Array => createHmac('sha256', key).update(message).digest(),
  sha256: (message: Uint8Array): Uint8Array => createHash('sha256').update(message).digest(),
  /** Takes constant time; false for different lengths. */
  equal: (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b),
};
