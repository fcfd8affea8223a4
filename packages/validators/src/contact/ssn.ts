/** The nine digits of an SSN typed as 123456789 or 123-45-6789; null for anything else. */
export function normalizeSsn(text: string): string | null {
  const [, area, group, serial] = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(text.trim()) ?? [];
  return area && group && serial ? area + group + serial : null;
}

/** Shows nine digits as "123-45-6789"; any other text is shown as it is. */
export const formatSsn = (digits: string): string => digits.replace(/^(\d{3})(\d{2})(\d{4})$/, "$1-$2-$3");

/** Whether the Social Security Administration may have issued these nine digits (RM 10201.035). */
export const isIssuableSsn = (digits: string): boolean =>
  /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits) && !isOneDigit(digits);

/** Whether a number is one digit again and again. Forms get such numbers where the true one is not known. */
export const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits);
