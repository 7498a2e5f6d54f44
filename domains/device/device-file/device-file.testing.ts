import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const token = 'a'.repeat(43);
const isProven = 'A pile has no session; the token of the address is its proof, valid for one file';
const isUnknown = 'No address is known without a command that was sent to a pile';

export const testing = nounTesting({
  name: 'deviceFile',
  isPublic: { fetch: isProven, store: isProven, storeNamed: isProven },
  samples: {
    fetch: async () => [{ token }],
    store: async () => [{ token }],
    storeNamed: async () => [{ token, fileName: 'pile.log' }],
  },
  neverSucceeds: { fetch: isUnknown, store: isUnknown, storeNamed: isUnknown },
});
