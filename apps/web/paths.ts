export const SIGN_IN = '/user/login';
export const HOME = '/dashboard/analysis';
export const PRODUCT = 'ChargeOps';
