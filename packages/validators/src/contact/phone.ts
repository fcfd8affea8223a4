const PHONE_CHARACTERS = /^\+?[\d\s().\-\u2010-\u2015]*$/;

/**
 * The ten digits of a US phone number typed or pasted in any usual way ("+1 (212) 555-0144"); a leading 1 is
 * dropped from eleven. Null when letters are in it or it does not come to ten digits.
 */
export function normalizePhone(text: string): string | null {
  const trimmed = text.trim();
  if (!PHONE_CHARACTERS.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  return digits.length === 10 ? digits : null;
}

/** Shows ten digits as "(212) 555-0144"; any other text is shown as it is. */
export const formatPhone = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
