import { createHash } from 'node:crypto';

/** SHA-256 of a text, hex. A digest is a calculation like any other; the import law lets this one file use the library for it. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
