/** What has no right answer here, and why. */
export const neverYes: Readonly<Record<string, string>> = {
  'captcha.verify': 'nobody looks at the picture here',
  'upload.static': 'no picture was uploaded here',
  'upload.made': 'no import made a file here',
  'session.login': 'a wrong name, so that no session is used up',
  'session.logout': 'would end the session of these tests',
  'session.updatePassword': 'would end the sessions of these tests',
};
