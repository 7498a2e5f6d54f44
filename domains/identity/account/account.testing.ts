import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'account',
  samples: {
    phoneLogin: async () => [{ mobile: '13900000000', captcha: '123456' }],
    register: async () => [{ phone: '13900000000', smscode: '123456', username: 'nobody_here' }],
    phoneVerification: async () => [{ phone: '13900000000', smscode: '123456' }],
    passwordChange: async () => [{ username: 'nobody-here', password: 'Other-Horse-77', smscode: 'none' }],
  },
  isPublic: {
    options: 'the sign-in page shows what it offers',
    privacy: 'who is asked to consent reads the text first',
    phoneLogin: 'a way in',
    register: 'whoever the operator lets',
    phoneVerification: 'who forgot their password proves their phone',
    passwordChange: 'and sets a new one with what that proof gave',
  },
  neverSucceeds: {
    phoneLogin: 'no code was sent',
    register: 'closed here',
    phoneVerification: 'no code was sent',
    passwordChange: 'no phone was proved',
  },
});
