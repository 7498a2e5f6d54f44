import { createSecrets, MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';

/** Encrypts and decrypts in tests for which the key does not matter. */
export const testSecrets = createSecrets([new Uint8Array(MASTER_KEY_BYTES)]);
