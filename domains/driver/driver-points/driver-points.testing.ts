import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a phone is the proof';
const hasNoSession = 'No phone is signed in that has not got a code';

export const testing = nounTesting({
  name: 'driverPoints',
  isPublic: { own: isProven, offer: isProven },
  samples: { own: async () => [{}], offer: async () => [{ amountCents: 2000 }] },
  neverSucceeds: { own: hasNoSession, offer: hasNoSession },
});
