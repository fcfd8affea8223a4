export const FACTOR_TEXTS = {
  title: "Second factor",
  added: "You will be asked for it after your password.",
  renamed: "The name was changed.",
  removed: "It was removed.",
  removedByStaff: "Their second factors were removed, and their sessions have ended.",
  demandSaved: "The setting was saved.",
  demandChanged: "Someone else changed this setting. Reload and try again.",
  unknown: "This second factor no longer exists.",
  wrongCode: "This is not the current code of the app.",
  passkeyRefused: "The passkey was not accepted. Try again.",
  /** Where the answer that held them got lost. */
  codesShown: "These recovery codes were already shown. Create new ones.",
  tooLate: "This took too long. Begin again.",
} as const;

export const FACTOR_KINDS = ["PASSKEY", "APP"] as const;
export type FactorKind = (typeof FACTOR_KINDS)[number];

/** What each kind is called. */
export const FACTOR_NAMES: Record<FactorKind, string> = { PASSKEY: "Passkey", APP: "Authenticator app" };

/** How long one that is being added waits to be confirmed. */
export const ADDING_MINUTES = 10;

/** Of each admin. */
const MOST_FACTORS = 10;

/** Made at once; those before stop working. */
export const RECOVERY_CODES = 10;

/** Digits of a code of an authenticator app. */
export const APP_CODE_LENGTH = 6;

/** Why an admin can not add another second factor, or null. */
export const whyNotAddFactor = (factors: number): string | null =>
  factors >= MOST_FACTORS ? `There are ${MOST_FACTORS} already. Remove one first.` : null;

/** Why an admin can not remove one of their own, or null: a role that needs one keeps one. */
export const whyNotRemoveFactor = (others: number, isDemanded: boolean): string | null =>
  others === 0 && isDemanded ? "Your role needs a second factor. Add another one first." : null;

/** Why a SUPERADMIN can not remove the second factors of an admin, or null. */
export function whyNotRemoveFactors(isOneself: boolean, factors: number): string | null {
  if (isOneself) return "Remove your own under Profile.";
  return factors === 0 ? "There is no second factor." : null;
}

/** Why a role can not be made to need a second factor by this SUPERADMIN, or null: nobody shuts themselves out. */
export const whyNotDemandFactor = (isOwnRole: boolean, ownFactors: number): string | null =>
  isOwnRole && ownFactors === 0 ? "Add a second factor of your own under Profile first." : null;

/** Why an admin can do nothing but look after their own account, or null. */
export const whyNotWithoutFactor = (mustAddFactor: boolean): string | null =>
  mustAddFactor ? "Your role needs a second factor. Add one under Profile first." : null;
