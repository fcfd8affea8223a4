import { addDays } from "../new-york.ts";

export const PROMISE_LABELS = { amount: "Amount", dueOn: "Until" } as const;

/** A promise lies no further off than so many days. */
export const LONGEST_PROMISE_DAYS = 60;
/** The promises of one customer that are shown, the newest first. */
export const MOST_PROMISES = 100;

/** States of a promise. */
export const PROMISE_STATES = {
  OPEN: { word: "Open", tone: "info" },
  KEPT: { word: "Kept", tone: "success" },
  BROKEN: { word: "Broken", tone: "danger" },
  ENDED: { word: "Ended", tone: "neutral" },
} as const;
export type PromiseState = keyof typeof PROMISE_STATES;

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

/** Why a promise can not be changed or ended any more, or null. */
export function whyNotAlterPromise(state: PromiseState): string | null {
  if (state === "ENDED") return "The promise has ended.";
  return state === "KEPT" ? "The promise was kept." : null;
}

export const PROMISE_RECORDED = "The promise was recorded.";
export const PROMISE_CHANGED = "The promise was changed.";
export const PROMISE_ENDED = "The promise has ended.";
