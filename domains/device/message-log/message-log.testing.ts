import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'messageLog',
  samples: { list: async ({ own }) => [{ cpCode: await own('pile'), day: new Date().toISOString().slice(0, 10) }] },
});
