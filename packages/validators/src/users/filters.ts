export const USER_TAGS = ["doNotFund", "external", "manualReview", "bankLost", "funded"] as const;
export type UserTag = (typeof USER_TAGS)[number];

export const USER_TAG_LABELS: Readonly<Record<UserTag, string>> = {
  doNotFund: "DNF",
  external: "External",
  manualReview: "Manual review",
  bankLost: "Bank lost",
  funded: "Funded",
};

/** Stages of the newest application; "none" means that there is no application. */
export const USER_STAGES = [
  "started",
  "underwriting",
  "offered",
  "contracted",
  "funded",
  "declined",
  "none",
] as const;
export type UserStage = (typeof USER_STAGES)[number];

export const USER_BALANCES = ["owing", "settled", "credit"] as const;
export type UserBalanceFilter = (typeof USER_BALANCES)[number];

/** Days past due, in the usual aging buckets of collections. */
export const PAST_DUE = ["any", "1-7", "8-30", "31-60", "61-90", "91+"] as const;
export type PastDueFilter = (typeof PAST_DUE)[number];

export const NEXT_DUE = ["today", "week", "later", "none"] as const;
export type NextDueFilter = (typeof NEXT_DUE)[number];

export const LAST_PAYMENTS = ["week", "month", "older", "never"] as const;
export type LastPaymentFilter = (typeof LAST_PAYMENTS)[number];

export const USER_STAGE_LABELS: Readonly<Record<UserStage, string>> = {
  started: "Started",
  underwriting: "Underwriting",
  offered: "Offered",
  contracted: "Contracted",
  funded: "Funded",
  declined: "Declined",
  none: "No application",
};
