import { isOneDigit } from "./ssn.ts";

/** The nine digits of an EIN typed as 123456789 or 12-3456789; null for anything else. */
export function normalizeEin(text: string): string | null {
  const [, prefix, serial] = /^(\d{2})[- ]?(\d{7})$/.exec(text.trim()) ?? [];
  return prefix && serial ? prefix + serial : null;
}

/** Shows nine digits as "12-3456789"; any other text is shown as it is. */
export const formatEin = (digits: string): string => digits.replace(/^(\d{2})(\d{7})$/, "$1-$2");

/** The prefixes that the Internal Revenue Service assigns ("Valid EIN prefixes"). */
const EIN_PREFIX = /^(?:0[1-6]|1[0-6]|2[0-7]|3[0-9]|4[0-8]|5[0-9]|6[0-8]|7[1-7]|8[0-8]|9[0-58-9])/;

/** Whether the Internal Revenue Service may have assigned these nine digits. */
export const isAssignableEin = (digits: string): boolean => EIN_PREFIX.test(digits) && !isOneDigit(digits);
