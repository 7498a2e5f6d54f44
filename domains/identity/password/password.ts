/** The shortest a password may be, whatever is set. */
export const PASSWORD_MIN = 10;
