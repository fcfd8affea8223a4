import { PRIMARY_ACCOUNTS_MESSAGES } from "../messages.ts";

/** What is said of primary accounts and cards: the product's own texts, and ours where the specification has none. */
export const ACCOUNT_TEXTS = {
  ...PRIMARY_ACCOUNTS_MESSAGES,
  primaryAccountStaysEnabled: "This is the primary account. Make another one primary before it is disabled.",
  accountReplaced: "Its bank has corrected this account: another version stands for it.",
  primaryCardStaysActive: "This is the primary card. Make another one primary before it is switched off.",
  accountIsPrimary: "This is the primary account.",
  cardIsPrimary: "This is the primary card.",
  disabledNotPrimary: "A disabled account can not be made primary.",
  inactiveNotPrimary: "An inactive card can not be made primary.",
  expiredNotPrimary: "An expired card can not be made primary.",
  changedMeanwhile: "Someone else changed this meanwhile. Reload to see it.",
  knownAlready: "The customer has this account already.",
  nameTooShort: "The name must have at least 6 characters",
  accountLength: "An account number has 4 to 17 digits",
  routingLength: "A routing number has 9 digits",
  routingWrong: "This is not a routing number: its check digit is wrong",
  accountsDiffer: "The two account numbers are not the same.",
} as const;
