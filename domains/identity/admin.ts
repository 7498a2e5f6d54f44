/** The name of the first account, which always stays. */
export const ADMIN = 'admin';
/** The role of those who have registered and wait for a role of their own. */
export const APPLICANT = 'applicant';
