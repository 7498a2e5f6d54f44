export const SIGN_IN = '/user/login';
export const REGISTER = '/user/register';
export const REGISTER_RESULT = '/user/register-result';
export const FORGOTTEN_PASSWORD = '/user/alteration';
/** The address to which third-party services redirect. */
export const THIRD_LOGIN = '/oauth2-app/login';
/** Where the links of warnings lead, without a session. */
export const ACKNOWLEDGE = '/acknowledge';
/** Checks of the browser and the connection, open to everybody. */
export const TEST = '/test';
export const SELF_CHECK = '/test/home';
/** The target of every address that has no page. */
export const NOT_FOUND = '/404';
export const HOME = '/dashboard/analysis';
export const PRODUCT = 'ChargeOps';
/** The start page of a person: the first of these that they may open, otherwise the first page of their menu. */
export const STARTS: readonly string[] = [HOME, '/monitor/charging'];
