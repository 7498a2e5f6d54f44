import { createCipheriv, createDecipheriv } from 'node:crypto';
import { textAt } from '../read.ts';

/** The encrypted part of notifications and certificates: AES-256-GCM with the 32 letters of the APIv3 key as its bytes. */

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;
export const API_V3_KEY_BYTES = 32;

/** The plain text; undefined for a wrong key or a changed resource. */
export const openResource = (resource: unknown, apiV3Key: string): string | undefined => {
  const [ciphertext, nonce, associated] = [textAt(resource, 'ciphertext'), textAt(resource, 'nonce'), textAt(resource, 'associated_data') ?? ''];
  const key = Buffer.from(apiV3Key);
  if (ciphertext === undefined || nonce === undefined || key.length !== API_V3_KEY_BYTES) return undefined;
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length < TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, Buffer.from(nonce), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(associated)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** The resource as the provider sends it. `nonce` has 12 letters. */
export const sealResource = (
  text: string,
  { apiV3Key, nonce, associated }: { readonly apiV3Key: string; readonly nonce: string; readonly associated: string },
) => {
  const cipher = createCipheriv(ALGORITHM, Buffer.from(apiV3Key), Buffer.from(nonce), { authTagLength: TAG_BYTES }).setAAD(Buffer.from(associated));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), nonce, associated_data: associated };
};
