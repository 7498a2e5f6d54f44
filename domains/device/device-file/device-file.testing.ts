import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'deviceFile',
  isPublic: { fetch: 'A pile has no session; the token of the address is its proof, valid for one file and one upgrade' },
  samples: { fetch: async () => [{ token: 'a'.repeat(43) }] },
  neverSucceeds: { fetch: 'No address is known without a command that was sent to a pile' },
});
