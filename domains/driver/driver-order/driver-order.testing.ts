import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a visit is the proof';
const hasNoVisit = 'No visit is known that was not begun with a label';
const orderNo = '261126000000NOBODY';
const calls = ['create', 'pay', 'read', 'events', 'returned', 'start', 'cancel', 'stop', 'receipt', 'bill', 'resume'] as const;
const each = (reason: string) => Object.fromEntries(calls.map((call) => [call, reason]));

export const testing = nounTesting({
  name: 'driverOrder',
  isPublic: { ...each(isProven), resume: 'The token of the link is the proof' },
  samples: {
    create: async () => [{ quoteId: 'q', amountCents: 5000, pay: 'alipay' }],
    pay: async () => [{ orderNo, pay: 'alipay' }],
    read: async () => [{ orderNo }],
    events: async () => [{ orderNo }],
    returned: async () => [{ orderNo }],
    start: async () => [{ orderNo }],
    cancel: async () => [{ orderNo }],
    receipt: async () => [{ orderNo, by: 'mail', to: 'anna@driver.example' }],
    stop: async () => [{ orderNo }],
    bill: async () => [{ orderNo }],
    resume: async () => [{ orderNo, token: 'x' }],
  },
  neverSucceeds: each(hasNoVisit),
  namesNoRow: ['orderNo', 'quoteId', 'openId', 'pay', 'by', 'to'],
});
