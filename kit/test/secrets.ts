import { createSecrets, MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';

/** Seals and opens in tests that do not care with which key. */
export const testSecrets = createSecrets([new Uint8Array(MASTER_KEY_BYTES)]);
