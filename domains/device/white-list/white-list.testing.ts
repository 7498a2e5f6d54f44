import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'whiteList',
  samples: {
    whiteListStates: async ({ own }) => [{ cpCodes: await own('pile') }],
    pushWhiteList: async ({ own }) => [{ cpCodes: await own('pile') }],
    pullWhiteList: async ({ own }) => [{ cpCodes: await own('pile') }],
  },
});
