import { createCipheriv, createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { concat } from '../codec/bytes.ts';
import type { NativeCrypto } from './crypto.ts';
import { TAG_BYTES } from './limits.ts';

const CIPHER = 'aes-128-gcm';

/** `NativeCrypto` by node:crypto. */
export const nodeCrypto: NativeCrypto = {
  seal: ({ key, nonce, header, body }) => {
    const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(header);
    return concat(cipher.update(body), cipher.final(), cipher.getAuthTag());
  },
  open: ({ key, nonce, header, sealed }) => {
    const split = sealed.length - TAG_BYTES;
    if (split < 0) return undefined;
    const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(header);
    decipher.setAuthTag(sealed.subarray(split));
    const body = decipher.update(sealed.subarray(0, split));
    try {
      return concat(body, decipher.final());
    } catch {
      return undefined;
    }
  },
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
  sha256: message => createHash('sha256').update(message).digest(),
  equal: (a, b) => a.length === b.length && timingSafeEqual(a, b),
};
