import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A driver has no session of the back office; the cookie or key of a visit is the proof';

export const testing = nounTesting({
  name: 'driverVisit',
  isPublic: { begin: 'Anybody who can scan a label may begin a visit', events: isProven },
  samples: { begin: async () => [{ label: '7K3MQ2ZDBV6DPJ', gun: 1, channel: 'web' }], events: async () => [{}] },
  neverSucceeds: { begin: 'The check letters of a label are known to the program only', events: 'No visit is known that was not begun with a label' },
  namesNoRow: ['label', 'gun'],
});
