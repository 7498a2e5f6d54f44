/** Routes that no noun declares, each with the reason. */
export const undeclaredRoutes: Readonly<Record<string, string>> = {
  'GET /jeecg-boot/v3/api-docs': 'the description of the API, for people with a session',
};

/** Endpoints that answer without a session, each with the reason. */
export const publicPlaces: Readonly<Record<string, string>> = {
  'wire.config': 'a browser learns how to sign and encrypt before it signs in',
  'code.sms': 'who forgot their password, or has no account yet, asks for a code',
  'account.options': 'the sign-in page shows what it offers',
  'account.phoneLogin': 'a way in',
  'account.register': 'whoever the operator lets',
  'account.phoneVerification': 'who forgot their password proves their phone',
  'account.passwordChange': 'and sets a new one with what that proof gave',
  'captcha.challenge': 'who signs in may have to move a slider first',
  'captcha.verify': 'who signs in may have to move a slider first',
  'totp.verify': 'the second step of a way in',
  'thirdParty.begin': 'who comes from another service',
  'thirdParty.finish': 'who comes from another service',
  'thirdParty.getLoginUser': 'and changes what it said for a session',
  'thirdParty.connect': 'or says whose account it is',
  'thirdParty.validateLogin': 'who comes from a CAS server',
  'session.login': 'the way in',
  'session.logout': 'a session that is over may still be left',
};
