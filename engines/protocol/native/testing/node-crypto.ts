/** The cryptographic functions for tests of the engine, which may not import the kit. */
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { concat, toHex } from '../../codec/bytes.ts';
import type { NativeCrypto } from '../crypto.ts';
import { TAG_BYTES } from '../limits.ts';

export const nodeCrypto: NativeCrypto = {
  seal: ({ key, nonce, header, body }) => {
    const cipher = createCipheriv('aes-128-gcm', key, nonce).setAAD(header);
    return concat(cipher.update(body), cipher.final(), cipher.getAuthTag());
  },
  open: ({ key, nonce, header, sealed }) => {
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAAD(header).setAuthTag(sealed.subarray(-TAG_BYTES));
    const body = decipher.update(sealed.subarray(0, -TAG_BYTES));
    try {
      return concat(body, decipher.final());
    } catch {
      return undefined;
    }
  },
  hmacSha256: (key, message) => createHmac('sha256', key).update(message).digest(),
  sha256: (message) => createHash('sha256').update(message).digest(),
  equal: (a, b) => toHex(a) === toHex(b),
};
