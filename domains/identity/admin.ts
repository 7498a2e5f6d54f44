/** The user name of the first account, which cannot be deleted. */
export const ADMIN = 'admin';
/** The role of users who have registered and were not approved yet. */
export const APPLICANT = 'applicant';
