/** Digits of the one-time code. */
export const CODE_LENGTH = 6;

/** Characters a password has at least. */
export const PASSWORD_MIN_LENGTH = 6;
