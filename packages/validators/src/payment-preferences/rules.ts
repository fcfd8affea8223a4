import type { Role } from "../roles.ts";

/** Why the form may not be opened by `role`, or null: it is for roles whose name contains "admin" (section 6). */
export const whyNotOpenPaymentPreference = (role: Role): string | null =>
  /admin/i.test(role) ? null : "Only SUPERADMIN or ADMIN can open this.";

/** What the two rules of specification 1, section 6, come to together. */
export const WHO_SETS_PREFERENCE = "Only SUPERADMIN can save the payment preference.";

/** The account or card of a customer that a preference names: the one with these last digits, the primary one first where several have them. */
export function findByNumber<
  Field extends string,
  Instrument extends { isPrimary: boolean } & Record<Field, string>,
>(instruments: readonly Instrument[], field: Field, last4: string): Instrument | undefined {
  const matching = instruments.filter((each) => each[field] === last4);
  return matching.find(({ isPrimary }) => isPrimary) ?? matching[0];
}
