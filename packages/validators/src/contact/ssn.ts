/** The nine digits of an SSN typed as 123456789 or 123-45-6789; null for anything else. */
export function normalizeSsn(text: string): string | null {
  const [, area, group, serial] = /^(\d{3})[- ]?(\d{2})[- ]?(\d{4})$/.exec(text.trim()) ?? [];
  return area && group && serial ? area + group + serial : null;
}

/** Shows nine digits as "123-45-6789"; any other text is shown as it is. */
export const formatSsn = (digits: string): string => digits.replace(/^(\d{3})(\d{2})(\d{4})$/, "$1-$2-$3");
