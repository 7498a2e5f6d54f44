import { sign, verify } from 'node:crypto';

/** RSA PKCS#1 v1.5 with SHA-256, as WeChat Pay and Alipay use it. Keys are PEM texts. */

/** The signature in base64. Throws when the key is none. */
export const signRsa = (text: string, privateKey: string): string => sign('sha256', Buffer.from(text), privateKey).toString('base64');

/** False also for a text that is no base64 of a signature, and for a key that is none. */
export const isSignedByRsa = (
  content: string | Uint8Array,
  { signature, publicKey }: { readonly signature: string; readonly publicKey: string },
): boolean => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) return false;
  try {
    return verify('sha256', Buffer.from(content), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
};
