import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'operation',
  samples: { unlockGun: async ({ own }) => [{ cpCode: await own('pile'), gunNumber: 1 }] },
  refusedHere: {
    restart: 'The pile is offline and cannot be operated',
    unlockGun: 'The protocol of this pile has no such operation',
    clearCache: 'The protocol of this pile has no such operation',
    queryStatus: 'The pile is offline and cannot be operated',
  },
});
