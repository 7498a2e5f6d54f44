import { API_V3_KEY_BYTES } from '../codes.ts';
import { openGcm, sealGcm } from '../crypto.ts';
import { textAt } from '../read.ts';

/** The encrypted part of notifications and certificates: AES-256-GCM with the 32 letters of the APIv3 key as its bytes. */

/** The plain text; undefined for a wrong key or a changed resource. */
export const openResource = (resource: unknown, apiV3Key: string): string | undefined => {
  const [ciphertext, nonce, associated] = ['ciphertext', 'nonce', 'associated_data'].map((name) => textAt(resource, name));
  const key = Buffer.from(apiV3Key);
  if (ciphertext === undefined || nonce === undefined || key.length !== API_V3_KEY_BYTES) return undefined;
  return openGcm(Buffer.from(ciphertext, 'base64'), { key, nonce: Buffer.from(nonce), associated: Buffer.from(associated ?? '') });
};

/** The resource as the provider sends it. `nonce` has 12 letters. */
export const sealResource = (
  text: string,
  { apiV3Key, nonce, associated }: { readonly apiV3Key: string; readonly nonce: string; readonly associated: string },
) => {
  const sealed = sealGcm(text, { key: Buffer.from(apiV3Key), nonce: Buffer.from(nonce), associated: Buffer.from(associated) });
  return { algorithm: 'AEAD_AES_256_GCM', ciphertext: sealed.toString('base64'), nonce, associated_data: associated };
};
