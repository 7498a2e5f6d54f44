import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'ackLink',
  samples: { info: async () => [{ token: '1.1.a' }], confirm: async () => [{ token: '1.1.a' }] },
  isPublic: { info: 'whoever got a warning reads what its link is for', confirm: 'whoever got a warning says that they attend to it' },
});
