import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a visit is the proof';
const hasNoVisit = 'No visit is known that was not begun with a label';
const orderNo = '261126000000NOBODY';
const calls = ['apply', 'read', 'download', 'byLink'] as const;
const each = (reason: string) => Object.fromEntries(calls.map((call) => [call, reason]));

export const testing = nounTesting({
  name: 'driverInvoice',
  isPublic: { ...each(isProven), byLink: 'The token of the link is the proof' },
  samples: {
    apply: async () => [{ orderNo, title: 'Anna', mail: 'anna@driver.example' }],
    read: async () => [{ orderNo }],
    download: async () => [{ orderNo }],
    byLink: async () => [{ token: 'x' }],
  },
  neverSucceeds: each(hasNoVisit),
  namesNoRow: ['orderNo', 'taxNo'],
});
