import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A grid operator has no session; the key of the power control is the proof';
const isUnknown = 'No key is known that was not issued, and a key is shown once';

export const testing = nounTesting({
  name: 'gridLimit',
  namesNoRow: ['requestId'],
  isPublic: { receive: isProven, state: isProven, cancel: isProven },
  samples: {
    receive: async () => [{ requestId: 'call-1', limitPower: '70.0', endTime: new Date(Date.now() + 3_600_000).toISOString() }],
    state: async () => [{ requestId: 'call-1' }],
    cancel: async () => [{ requestId: 'call-1' }],
  },
  neverSucceeds: { receive: isUnknown, state: isUnknown, cancel: isUnknown },
});
