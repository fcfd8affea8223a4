import { PRIMARY_ACCOUNTS_MESSAGES } from "../messages.ts";

/** What is said of primary accounts and cards: the product's own texts, and ours where the specification has none. */
export const ACCOUNT_TEXTS = {
  ...PRIMARY_ACCOUNTS_MESSAGES,
  primaryAccountStaysEnabled:
    "This is the primary account. Make another account primary before you disable it.",
  accountReplaced: "The bank has corrected this account. Use the corrected version.",
  primaryCardStaysActive: "This is the primary card. Make another card primary before you switch it off.",
  accountIsPrimary: "This is the primary account.",
  cardIsPrimary: "This is the primary card.",
  disabledNotPrimary: "A disabled account cannot be made primary.",
  inactiveNotPrimary: "An inactive card cannot be made primary.",
  expiredNotPrimary: "An expired card cannot be made primary.",
  changedMeanwhile: "Someone else changed this. Reload to see the change.",
  knownAlready: "The customer has this account already.",
  nameTooShort: "The name must have at least 6 characters",
  accountLength: "An account number has 4 to 17 digits",
  routingLength: "A routing number has 9 digits",
  routingWrong: "This is not a routing number. Its check digit is wrong",
  accountsDiffer: "The account numbers do not match.",
} as const;
