import type { NativeCrypto } from './crypto.ts';

/**
 * The digest that a pile sends for a password typed by the driver (0003, 0004): SHA-256 of the digits followed by the pile's code,
 * both ASCII. This order is the platform's interpretation.
 */
export const passwordDigest = (digits: string, cpCode: string, { sha256 }: Pick<NativeCrypto, 'sha256'>): Uint8Array =>
  sha256(new TextEncoder().encode(`${digits}${cpCode}`));
