import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'search',
  // The beginning of every mark there is: who is shown a foreign one is told on.
  samples: { all: async () => [{ keyword: 'ZQ' }] },
});
