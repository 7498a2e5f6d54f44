import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'session',
  samples: {
    login: async () => [{ username: 'nobody-here', password: 'Wrong-Horse-77' }],
    updatePassword: async () => [
      { username: 'viewer-tenant', oldpassword: 'Wrong-Horse-77', password: 'Other-Horse-77', confirmpassword: 'Other-Horse-77' },
    ],
    selectTenant: async ({ builder, owner }) => [{ tenantId: builder.key('tenant', owner) }],
    selectDepart: async () => [{ username: 'viewer-tenant', orgCode: 'A01' }],
  },
  isPublic: { login: 'the way in', logout: 'a session that is over may still be left' },
  neverSucceeds: {
    login: 'a wrong name, so that no session is used up',
    logout: 'would end the session of these tests',
    selectTenant: 'the viewers of these tests have no sessions of their own',
    selectDepart: 'the viewers of these tests belong to no department',
    updatePassword: 'would end the sessions of these tests',
  },
  mayRevealExistence: { 'login username': 'asked often from one address it wants the slider; what it says of names is tested where it is made' },
});
