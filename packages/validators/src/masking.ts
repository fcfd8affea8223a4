export type MaskingPlace = "list" | "detail";

const HIDDEN = "***";

/**
 * The SSN for those who may not see it (specification 1 section 5): by its length, nothing of nine characters in
 * the list and the last four in the detail, a longer value like a card, anything else hidden. Empty stays empty.
 */
export function maskSsn(value: string | null, place: MaskingPlace): string {
  if (!value) return "";
  if (value.length > 9) return maskCard(value);
  if (value.length < 9) return HIDDEN;
  return place === "list" ? "***-***-***" : `***-**-${value.slice(-4)}`;
}

/** A card or account number with only its last four digits; hidden when it has fewer. Empty stays empty. */
export function maskCard(value: string | null): string {
  if (!value) return "";
  const shown = lastFour(value);
  return shown.length === 4 ? `**** **** **** ${shown}` : HIDDEN;
}

/** The last four digits of a card or account number, whatever stands between them. */
export const lastFour = (value: string): string => value.replace(/\D/g, "").slice(-4);
