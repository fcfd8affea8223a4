/** Pixels that a column may be wide. */
export const NARROWEST_COLUMN = 48;
export const WIDEST_COLUMN = 960;
