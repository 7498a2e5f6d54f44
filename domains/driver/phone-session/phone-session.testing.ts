import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookies or keys of a visit and of a phone are the proof';
const hasNoVisit = 'No visit is known that was not begun with a label';
const calls = ['puzzle', 'send', 'verify', 'signOut', 'me'] as const;
const each = (reason: string) => Object.fromEntries(calls.map((call) => [call, reason]));

export const testing = nounTesting({
  name: 'driverPhone',
  isPublic: each(isProven),
  samples: {
    puzzle: async () => [{}],
    send: async () => [{ phone: '13900000001', puzzle: 'x', nonce: 1 }],
    verify: async () => [{ phone: '13900000001', code: '123456' }],
    signOut: async () => [{ everywhere: 0 }],
    me: async () => [{}],
  },
  neverSucceeds: Object.fromEntries(calls.flatMap((call) => (call === 'me' ? [] : [[call, hasNoVisit]]))),
  namesNoRow: ['phone', 'puzzle', 'code'],
});
