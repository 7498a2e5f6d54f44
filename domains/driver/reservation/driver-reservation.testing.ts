import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a phone is the proof';
const hasNoSession = 'No phone is signed in that has not got a code';
const reservationNo = 'R261126000000NOBODY';
const calls = ['offer', 'make', 'list', 'read', 'cancel', 'start'] as const;
const each = (reason: string) => Object.fromEntries(calls.map((call) => [call, reason]));

export const testing = nounTesting({
  name: 'driverReservation',
  isPublic: each(isProven),
  samples: {
    offer: async () => [{}],
    make: async () => [
      { minutes: 30, pay: 'alipay', amountCents: 2000, feeCents: 300 },
      { minutes: 30, amountCents: 2000 },
    ],
    list: async () => [{}],
    read: async () => [{ reservationNo }],
    cancel: async () => [{ reservationNo }],
    start: async () => [{ reservationNo }, { reservationNo, coupon: 'none' }],
  },
  neverSucceeds: each(hasNoSession),
  namesNoRow: ['reservationNo', 'openId', 'pay', 'coupon'],
});
