import { createHash } from 'node:crypto';

/** SHA-256 of a text, hex. A digest is a pure calculation; the import rules allow only this file to use the library for it. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
