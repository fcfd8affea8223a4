/** Digits of the one-time code. */
export const CODE_LENGTH = 6;

/** A session without use ends after so long; the console warns somebody who does nothing for the last minutes of it. */
export const IDLE_MINUTES = 60;
export const IDLE_WARNING_MINUTES = 2;

/** Characters a password has at least. */
export const PASSWORD_MIN_LENGTH = 6;
