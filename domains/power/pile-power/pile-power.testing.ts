import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'pilePower',
  samples: { setPowerControl: async ({ own }) => [{ cpCode: await own('pile') }] },
});
