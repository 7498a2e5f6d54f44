import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a phone is the proof';
const hasNoSession = 'No phone is signed in that has not got a code';
const calls = ['orders', 'open', 'wallet', 'recharge', 'readRecharge', 'refund'] as const;
const each = (reason: string) => Object.fromEntries(calls.map((call) => [call, reason]));

export const testing = nounTesting({
  name: 'driverAccount',
  isPublic: each(isProven),
  samples: {
    orders: async () => [{}, { page: 2 }],
    open: async () => [{ orderNo: '261126000000NOBODY' }],
    wallet: async () => [{}, { page: 2 }],
    recharge: async () => [{ amountCents: 5000, pay: 'alipay' }],
    readRecharge: async () => [{ rechargeNo: '261126000000NOBODY' }],
    refund: async () => [{ amountCents: 5000 }],
  },
  neverSucceeds: each(hasNoSession),
  namesNoRow: ['orderNo', 'rechargeNo', 'openId', 'pay'],
});
