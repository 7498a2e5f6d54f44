import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'payQr',
  samples: {
    renewLabels: async ({ own }) => [{ cpCodes: await own('pile') }],
    setPayQrCode: async ({ own }) => [{ cpCodes: await own('pile'), payQrCode: 'https://pay.example/1' }],
  },
  namesNoRow: ['payQrCode'],
});
