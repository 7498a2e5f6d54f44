import type { NativeCrypto } from './crypto.ts';

/**
 * What a pile sends for a password its driver typed (0003, 0004): SHA-256 of the digits followed by the pile's code, both ASCII.
 * The specification does not say in which order; this is our reading.
 */
export const passwordDigest = (digits: string, cpCode: string, { sha256 }: Pick<NativeCrypto, 'sha256'>): Uint8Array =>
  sha256(new TextEncoder().encode(`${digits}${cpCode}`));
