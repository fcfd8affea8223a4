import type { Role } from "./roles.ts";

/** Personal data that stands whole on a screen, and the roles that see it so; all others see the last of it. */
const SEEN_WHOLE = {
  /** Asked for one by one and by nobody else (specification 1 section 5). */
  ssn: ["SUPERADMIN"],
  ein: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  dob: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
  routing: ["SUPERADMIN", "ADMIN", "EMPLOYEE"],
} as const satisfies Record<string, readonly Role[]>;

export type PersonalField = keyof typeof SEEN_WHOLE;

/** Whether this role sees this field whole. */
export const seesWhole = (role: Role, field: PersonalField): boolean =>
  (SEEN_WHOLE[field] as readonly Role[]).includes(role);

/** What `role` sees of a date of birth (YYYY-MM-DD), an EIN or a routing number: all of it or its end. Empty stays empty. */
export function shownTo<Value extends string | null>(
  role: Role,
  field: Exclude<PersonalField, "ssn">,
  value: Value,
): Value | string {
  if (!value || seesWhole(role, field)) return value;
  if (field === "dob") return "****-**-**";
  return `*****${lastFour(value)}`;
}

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
