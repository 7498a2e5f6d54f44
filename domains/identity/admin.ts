/** The name of the first account, which always stays. */
export const ADMIN = 'admin';
