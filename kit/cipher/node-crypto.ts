/**
 * AES-128-GCM, HMAC and SHA-256 by node:crypto, in the shape the protocol engines take them as an argument. Deterministic: the nonce comes
 * from the caller, who must never use one twice with a key.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';

interface SealInput {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  /** Authenticated with the body, not encrypted. */
  readonly header: Uint8Array;
}

const CIPHER = 'aes-128-gcm';
const TAG_BYTES = 16;

export const nodeCrypto = {
  /** Ciphertext with the 16-byte tag behind it. */
  seal: ({ key, nonce, header, body }: SealInput & { readonly body: Uint8Array }): Uint8Array => {
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    return Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  },
  /** The body, or undefined when key, header, ciphertext and tag do not belong together. */
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
  /** Constant time; false for different lengths. */
  equal: (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b),
};
