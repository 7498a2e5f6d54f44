import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a phone is the proof';
const hasNoSession = 'No phone is signed in that has not got a code';

export const testing = nounTesting({
  name: 'driverOffer',
  isPublic: {
    activities: 'What a code on a pile shows to anybody',
    picture: 'A picture of what is shown to anybody',
    own: isProven,
    receive: isProven,
    choices: isProven,
  },
  samples: {
    activities: async () => [{ label: 'NOLABEL0000000', gun: 1 }],
    picture: async () => [{ activityId: '999999999' }],
    own: async () => [{}],
    receive: async () => [{ couponId: '999999999' }],
    choices: async () => [{ amountCents: 2000 }],
  },
  neverSucceeds: {
    activities: 'The label of the sample is nobody’s',
    picture: 'The activity of the sample is nobody’s',
    own: hasNoSession,
    receive: hasNoSession,
    choices: hasNoSession,
  },
  namesNoRow: ['driverOffer.picture activityId', 'driverOffer.receive couponId'],
});
