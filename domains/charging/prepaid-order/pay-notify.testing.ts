import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'payNotify',
  isPublic: { notify: 'A provider has no session; the signature of its message is its proof' },
  samples: { notify: async () => [{ provider: 'wechat', payConfId: '999999' }] },
  neverSucceeds: { notify: 'Only a provider can sign a notification' },
  namesNoRow: ['notify payConfId'],
});
