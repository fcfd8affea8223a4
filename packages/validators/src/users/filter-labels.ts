import {
  type LastPaymentFilter,
  type NextDueFilter,
  type PastDueFilter,
  USER_STAGE_LABELS,
  type UserBalanceFilter,
  type UserStage,
} from "./filters.ts";

/** The titles and choices of the filters of the users list. */
export const USER_FILTER_LABELS = {
  stage: {
    title: "Stage",
    choices: USER_STAGE_LABELS,
  },
  balance: {
    title: "Balance",
    choices: { owing: "Owes", settled: "Owes nothing", credit: "Overpaid" },
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
