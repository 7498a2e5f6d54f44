import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'keyRotation',
  samples: {
    keyRotation: async ({ own }) => [{ cpCode: await own('pile') }],
    rotateKey: async ({ own }) => [{ cpCode: await own('pile'), graceMinutes: '60' }],
  },
  refusedHere: { rotateKey: 'The protocol of this pile has no such operation' },
});
