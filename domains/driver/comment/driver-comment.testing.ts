import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a visit is the proof';
const hasNoVisit = 'No visit is known that was not begun with a label';
const orderNo = '261126000000NOBODY';

export const testing = nounTesting({
  name: 'driverComment',
  isPublic: { own: isProven, write: isProven, report: isProven, ofStation: 'Anybody who can scan a label may read what others say of the station' },
  samples: {
    own: async () => [{ orderNo }],
    write: async () => [{ orderNo, stars: 5, tags: ['fast'], text: 'quick and clean' }],
    ofStation: async () => [{ label: '7K3MQ2ZDBV6DPJ', gun: 1 }],
    report: async () => [{ commentId: '1' }],
  },
  neverSucceeds: { own: hasNoVisit, write: hasNoVisit, report: hasNoVisit, ofStation: 'The check letters of a label are known to the program only' },
  namesNoRow: ['orderNo', 'label', 'gun', 'commentId', 'tags'],
});
