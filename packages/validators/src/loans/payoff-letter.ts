import { NO_LENDER } from "../adverse-action/rules.ts";

export interface PayoffFacts {
  balanceCents: number;
  /** True when an advance was paid out to the customer. */
  wasFunded: boolean;
  /** True while a payment of the customer has not settled. */
  isUnderWay: boolean;
  /** True when the lender's name and address are set. */
  hasLender: boolean;
}

/** Why no payoff letter can be made, or null. */
export function whyNotPayoffLetter(facts: PayoffFacts): string | null {
  if (!facts.wasFunded) return "The customer had no advance.";
  if (facts.balanceCents > 0) return "The customer still has a balance.";
  if (facts.isUnderWay) return "A payment is still pending. Create the letter after it has settled.";
  return facts.hasLender ? null : NO_LENDER;
}

export const PAYOFF_LETTER_MADE = "The payoff letter is among the files.";
