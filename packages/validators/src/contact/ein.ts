/** The nine digits of an EIN typed as 123456789 or 12-3456789; null for anything else. */
export function normalizeEin(text: string): string | null {
  const [, prefix, serial] = /^(\d{2})[- ]?(\d{7})$/.exec(text.trim()) ?? [];
  return prefix && serial ? prefix + serial : null;
}

/** Shows nine digits as "12-3456789"; any other text is shown as it is. */
export const formatEin = (digits: string): string => digits.replace(/^(\d{2})(\d{7})$/, "$1-$2");
