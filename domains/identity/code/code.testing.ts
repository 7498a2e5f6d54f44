import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'code',
  samples: { sms: async () => [{ mobile: '13900000000', smsmode: '0' }] },
  isPublic: { sms: 'who forgot their password, or has no account yet, asks for a code' },
  neverSucceeds: { sms: 'nothing here carries messages' },
});
