import { isCardExpired } from "../payments/rules.ts";
import { ACCOUNT_TEXTS } from "./texts.ts";

/** What the form of specification 1, section 5 calls the kind of an account that is added by hand. */
export const MANUAL_ACCOUNT_KIND = { type: "checking", subtype: "depository" } as const;

/** The same as bank links tell it, the two words the other way round: so it is kept. */
export const MANUAL_ACCOUNT_FACTS = {
  type: "depository",
  subtype: "checking",
  source: "manual",
  verification: "PENDING",
} as const;

export const ACCOUNT_VERIFICATIONS = [
  "PENDING",
  "VERIFIED_OPEN",
  "OPEN_NEGATIVE",
  "CLOSED",
  "NOT_FOUND",
  "OWNER_MISMATCH",
  "HIGH_RETURN_RISK",
  "NO_DEBIT_ALLOWED",
  "ERROR",
] as const;
export type AccountVerification = (typeof ACCOUNT_VERIFICATIONS)[number];

export const CARD_STATUSES = ["ACTIVE", "INACTIVE"] as const;
export type CardStatus = (typeof CARD_STATUSES)[number];

interface AccountFacts {
  isPrimary: boolean;
  enabled: boolean;
}

interface CardFacts {
  isPrimary: boolean;
  status: CardStatus;
  /** MMYY */
  expiry: string;
}

/** Why an account can not be enabled or disabled, or null (specification 1, section 4). */
export function whyNotSwitchAccount({
  isPrimary,
  replacedAt = null,
}: AccountFacts & { replacedAt?: Date | null }): string | null {
  if (replacedAt !== null) return ACCOUNT_TEXTS.accountReplaced;
  return isPrimary ? ACCOUNT_TEXTS.primaryAccountStaysEnabled : null;
}

/** Why an account can not be made the primary one, or null (specification 1, section 4). */
export function whyNotMakeAccountPrimary({ isPrimary, enabled }: AccountFacts): string | null {
  if (isPrimary) return ACCOUNT_TEXTS.accountIsPrimary;
  return enabled ? null : ACCOUNT_TEXTS.disabledNotPrimary;
}

/** Why a card can not be given the other status on `today` (YYYY-MM-DD), or null (specification 1, section 4). */
export function whyNotSwitchCard({ isPrimary, status, expiry }: CardFacts, today: string): string | null {
  if (isPrimary) return ACCOUNT_TEXTS.primaryCardStaysActive;
  return status !== "ACTIVE" && isCardExpired(expiry, today) ? ACCOUNT_TEXTS.cardExpired : null;
}

/** Why a card can not be made the primary one on `today` (YYYY-MM-DD), or null. */
export function whyNotMakeCardPrimary(
  { isPrimary, status, expiry }: CardFacts,
  today: string,
): string | null {
  if (isPrimary) return ACCOUNT_TEXTS.cardIsPrimary;
  if (isCardExpired(expiry, today)) return ACCOUNT_TEXTS.expiredNotPrimary;
  return status === "ACTIVE" ? null : ACCOUNT_TEXTS.inactiveNotPrimary;
}

/** What is said of an account that other customers have too. */
export const sharedAccountText = (others: number): string =>
  others === 1
    ? "Another customer has this account too. See Similar Accounts."
    : `${others} other customers have this account too. See Similar Accounts.`;
