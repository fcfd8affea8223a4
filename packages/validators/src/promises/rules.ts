import { addDays } from "../new-york.ts";

export const PROMISE_LABELS = { amount: "Amount", dueOn: "Until" } as const;

/** A promise lies no further off than so many days. */
export const LONGEST_PROMISE_DAYS = 60;
/** For so long a promise that was not kept is one to see to. */
export const BROKEN_DAYS = 60;

export interface PromiseFacts {
  amountCents: number;
  /** YYYY-MM-DD */
  dueOn: string;
  /** What the customer owes, in cents. */
  owedCents: number;
  /** In New York, YYYY-MM-DD. */
  today: string;
}

/** Why a promise to pay can not be recorded, or null. */
export function whyNotPromise({ amountCents, dueOn, owedCents, today }: PromiseFacts): string | null {
  if (owedCents <= 0) return "The customer owes nothing.";
  if (amountCents > owedCents) return "The customer owes less than that.";
  if (dueOn <= today) return "Choose a day after today.";
  return dueOn > addDays(today, LONGEST_PROMISE_DAYS)
    ? `Choose a day within ${LONGEST_PROMISE_DAYS} days.`
    : null;
}

export const PROMISE_RECORDED = "The promise was recorded.";
