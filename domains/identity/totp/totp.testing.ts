import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'totp',
  samples: {
    verify: async () => [{ ticket: 'none', code: '123456' }],
    enrol: async () => [{ password: 'Wrong-Horse-77' }],
    confirm: async () => [{ code: '123456' }],
    remove: async () => [{ password: 'Wrong-Horse-77', code: '123456' }],
    demand: async () => [{ demanded: 0 }],
  },
  isPublic: { verify: 'the second step of a way in' },
  neverSucceeds: {
    verify: 'nobody is half way in',
    enrol: 'asks for the password of the tests themselves',
    confirm: 'nobody has an authenticator here',
    remove: 'nobody has an authenticator here',
    demand: 'would ask the people of these tests for a second step',
  },
});
