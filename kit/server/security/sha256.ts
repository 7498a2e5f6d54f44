import { createHash } from 'node:crypto';

/** The SHA-256 of a text as UTF-8, 32 bytes. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
