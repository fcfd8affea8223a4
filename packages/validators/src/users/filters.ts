import { addDays } from "../new-york.ts";

/** What marks a customer in lists. */
export const USER_TAGS = ["doNotFund", "external", "manualReview", "bankLost", "funded"] as const;
export type UserTag = (typeof USER_TAGS)[number];

export const USER_TAG_LABELS: Readonly<Record<UserTag, string>> = {
  doNotFund: "DNF",
  external: "External",
  manualReview: "Manual review",
  bankLost: "Bank lost",
  funded: "Funded",
};

/** Stages of the newest application, and none where there is no application. */
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

/** Days past due, as the field groups them. */
export const PAST_DUE = ["any", "1-7", "8-30", "31-60", "61-90", "91+"] as const;
export type PastDueFilter = (typeof PAST_DUE)[number];

export const NEXT_DUE = ["today", "week", "later", "none"] as const;
export type NextDueFilter = (typeof NEXT_DUE)[number];

export const LAST_PAYMENTS = ["week", "month", "older", "never"] as const;
export type LastPaymentFilter = (typeof LAST_PAYMENTS)[number];

/** What each filter of the users list is called, and each of its choices. */
export const USER_FILTER_LABELS = {
  stage: {
    title: "Stage",
    choices: {
      started: "Started",
      underwriting: "Underwriting",
      offered: "Offered",
      contracted: "Contracted",
      funded: "Funded",
      declined: "Declined",
      none: "No application",
    },
  },
  balance: {
    title: "Balance",
    choices: { owing: "Owes", settled: "Owes nothing", credit: "Paid too much" },
  },
  nextDue: {
    title: "Next due",
    choices: { today: "Today", week: "In the next 7 days", later: "Later", none: "Nothing due" },
  },
  pastDue: {
    title: "Past due",
    choices: {
      any: "1 day or more",
      "1-7": "1–7 days",
      "8-30": "8–30 days",
      "31-60": "31–60 days",
      "61-90": "61–90 days",
      "91+": "91 days or more",
    },
  },
  lastPayment: {
    title: "Last payment",
    choices: {
      week: "In the last 7 days",
      month: "8–30 days ago",
      older: "Over 30 days ago",
      never: "Never",
    },
  },
} as const satisfies {
  stage: { title: string; choices: Record<UserStage, string> };
  balance: { title: string; choices: Record<UserBalanceFilter, string> };
  nextDue: { title: string; choices: Record<NextDueFilter, string> };
  pastDue: { title: string; choices: Record<PastDueFilter, string> };
  lastPayment: { title: string; choices: Record<LastPaymentFilter, string> };
};

/** Days from the first to the last, both included; null is without end. */
export interface DayRange {
  from: string | null;
  to: string | null;
}

const PAST_DUE_DAYS: Readonly<Record<PastDueFilter, [number, number | null]>> = {
  any: [1, null],
  "1-7": [1, 7],
  "8-30": [8, 30],
  "31-60": [31, 60],
  "61-90": [61, 90],
  "91+": [91, null],
};

/** The days on which what is so long past due on `today` was due. */
export function pastDueRange(filter: PastDueFilter, today: string): DayRange {
  const [least, most] = PAST_DUE_DAYS[filter];
  return { from: most === null ? null : addDays(today, -most), to: addDays(today, -least) };
}

/** The days on which what is to be paid next falls. */
export function nextDueRange(filter: Exclude<NextDueFilter, "none">, today: string): DayRange {
  if (filter === "today") return { from: today, to: today };
  if (filter === "week") return { from: today, to: addDays(today, 7) };
  return { from: addDays(today, 8), to: null };
}

/** The days of last payments. */
export function lastPaymentRange(filter: Exclude<LastPaymentFilter, "never">, today: string): DayRange {
  if (filter === "week") return { from: addDays(today, -7), to: null };
  if (filter === "month") return { from: addDays(today, -30), to: addDays(today, -8) };
  return { from: null, to: addDays(today, -31) };
}

/** For how many days something due on this day is past due today; 0 when it is not. */
export const daysPastDue = (dueOn: string | null, today: string): number =>
  dueOn === null || dueOn >= today
    ? 0
    : Math.round((Date.parse(today) - Date.parse(dueOn)) / (24 * 60 * 60 * 1_000));
