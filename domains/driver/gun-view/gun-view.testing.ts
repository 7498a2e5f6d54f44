import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'driverGun',
  isPublic: { gun: 'Prices are shown before anybody signs in; the label is proven by its check letters' },
  samples: { gun: async () => [{ label: '7K3MQ2ZDBV6DPJ', gun: 1 }] },
  neverSucceeds: { gun: 'The check letters of a label are known to the program only' },
  namesNoRow: ['label', 'gun'],
});
