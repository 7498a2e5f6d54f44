import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'pileTimeline',
  samples: { timeline: async ({ own }) => [{ cpCode: await own('pile'), hours: 24 }] },
});
