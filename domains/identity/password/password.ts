/** The minimum length of a password, regardless of settings. */
export const PASSWORD_MIN = 10;
