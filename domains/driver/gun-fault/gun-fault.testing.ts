import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'driverFault',
  isPublic: { report: 'Anybody who can scan a label may say what is wrong at the gun' },
  samples: { report: async () => [{ label: '7K3MQ2ZDBV6DPJ', gun: 1, kind: 'plug' }] },
  neverSucceeds: { report: 'The check letters of a label are known to the program only' },
  namesNoRow: ['label', 'gun', 'kind', 'orderNo'],
});
