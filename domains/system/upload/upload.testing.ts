import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'upload',
  samples: {
    static: async () => [{ '*': 'temp/20260101/none.png' }],
    names: async () => [{ paths: 'temp/20260101/none.png' }],
    made: async () => [{ name: 'none' }],
  },
  neverSucceeds: { static: 'no picture was uploaded here', made: 'no import made a file here' },
});
