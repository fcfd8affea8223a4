import type { Role } from "./roles.ts";

/** How a role sees a number: in full, in full once it asks and says why, or never but masked. */
export type Seen = "whole" | "asked" | "masked";

/** What each role sees of personal data: the one table, for screens, exports, packets and the audit alike. */
export const PERSONAL_DATA = {
  /** Specification 1, sections 5 and 6. On an application and in collections it is masked for every role (2, section 5). */
  ssn: { SUPERADMIN: "whole", ADMIN: "masked", EMPLOYEE: "masked", VIEWER: "masked", AUDITOR: "masked" },
  ein: { SUPERADMIN: "whole", ADMIN: "whole", EMPLOYEE: "asked", VIEWER: "masked", AUDITOR: "masked" },
  dob: { SUPERADMIN: "whole", ADMIN: "whole", EMPLOYEE: "whole", VIEWER: "masked", AUDITOR: "masked" },
  routing: { SUPERADMIN: "whole", ADMIN: "whole", EMPLOYEE: "whole", VIEWER: "masked", AUDITOR: "masked" },
  account: { SUPERADMIN: "masked", ADMIN: "masked", EMPLOYEE: "masked", VIEWER: "masked", AUDITOR: "masked" },
  card: { SUPERADMIN: "masked", ADMIN: "masked", EMPLOYEE: "masked", VIEWER: "masked", AUDITOR: "masked" },
} as const satisfies Record<string, Record<Role, Seen>>;

export type PersonalField = keyof typeof PERSONAL_DATA;

/** What is asked for one by one. */
export const REVEALED_FIELDS = ["ssn", "ein"] as const satisfies readonly PersonalField[];
export type RevealedField = (typeof REVEALED_FIELDS)[number];

export const REVEALED_NAMES: Record<RevealedField, string> = { ssn: "SSN", ein: "EIN" };

const seenBy = (role: Role, field: PersonalField): Seen => PERSONAL_DATA[field][role];

/** Whether this role sees this field whole. */
export const seesWhole = (role: Role, field: PersonalField): boolean => seenBy(role, field) === "whole";

/** Why this role is not shown this field in full, whatever the reason, or null. */
export const whyNotReveal = (role: Role, field: RevealedField): string | null =>
  seenBy(role, field) === "masked" ? `The ${REVEALED_NAMES[field]} is masked for the role ${role}.` : null;

/** What `role` sees of a date of birth (YYYY-MM-DD), an EIN or a routing number: all of it or its end. Empty stays empty. */
export function shownTo<Value extends string | null>(
  role: Role,
  field: "dob" | "ein" | "routing",
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
