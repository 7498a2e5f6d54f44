import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'wire',
  isPublic: { config: 'a browser learns how to sign and encrypt before it signs in' },
  namesNoRow: ['publicKey'],
});
