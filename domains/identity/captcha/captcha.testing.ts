import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'captcha',
  samples: { verify: async () => [{ checkKey: 'none', subject: 'nobody-here', position: 100, track: [{ x: 100, ms: 500 }] }] },
  namesNoRow: ['checkKey'],
  isPublic: {
    challenge: 'who signs in may have to move a slider first',
    verify: 'who signs in may have to move a slider first',
  },
  neverSucceeds: { verify: 'nobody looks at the picture here' },
});
