export const SIGN_IN = '/user/login';
export const REGISTER = '/user/register';
export const REGISTER_RESULT = '/user/register-result';
export const FORGOTTEN_PASSWORD = '/user/alteration';
/** Where other services send people back to. */
export const THIRD_LOGIN = '/oauth2-app/login';
/** Whether browser and line are fit for the product, for everybody to see. */
export const TEST = '/test';
export const SELF_CHECK = '/test/home';
/** Where every address leads that no page has. */
export const NOT_FOUND = '/404';
export const HOME = '/dashboard/analysis';
export const PRODUCT = 'ChargeOps';
/** What a person sees first: the first of these they may open, else the first page of their menu. */
export const STARTS: readonly string[] = [HOME, '/monitor/charging'];
