import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'monitor',
  samples: { charge: async ({ own }) => [{ cpCode: await own('pile'), gunNumber: 1 }] },
});
