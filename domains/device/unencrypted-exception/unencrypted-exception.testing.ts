import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'plain',
  samples: { allowPlain: async ({ own }) => [{ cpCodes: await own('pile'), addresses: '10.0.0.0/8', reason: 'an old pile' }] },
});
