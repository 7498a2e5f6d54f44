import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'search',
  // All marks begin like this: a viewer who is shown one of another scope fails the test.
  samples: { all: async () => [{ keyword: 'ZQ' }] },
});
