/** What has no right answer here, and why. */
export const neverYes: Readonly<Record<string, string>> = {
  'outbox.queryById': 'the platform alone reads messages',
  'code.sms': 'nothing here carries messages',
  'account.phoneLogin': 'no code was sent',
  'account.register': 'closed here',
  'account.phoneVerification': 'no code was sent',
  'account.passwordChange': 'no phone was proved',
  'captcha.verify': 'nobody looks at the picture here',
  'savedView.delete': 'nobody here has saved a view',
  'upload.static': 'no picture was uploaded here',
  'upload.made': 'no import made a file here',
  'session.login': 'a wrong name, so that no session is used up',
  'session.logout': 'would end the session of these tests',
  'session.updatePassword': 'would end the sessions of these tests',
};
