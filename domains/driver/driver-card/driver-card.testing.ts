import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a phone is the proof';
const hasNoSession = 'No phone is signed in that has not got a code';

export const testing = nounTesting({
  name: 'driverCard',
  isPublic: { cards: isProven, buy: isProven, pay: isProven },
  samples: {
    cards: async () => [{}],
    buy: async () => [{ cardId: '999999999', priceCents: 3000 }],
    pay: async () => [{ cardId: '999999999', priceCents: 3000, pay: 'alipay' }],
  },
  neverSucceeds: { cards: hasNoSession, buy: hasNoSession, pay: hasNoSession },
  namesNoRow: ['driverCard.buy cardId', 'driverCard.pay cardId', 'openId', 'pay'],
});
