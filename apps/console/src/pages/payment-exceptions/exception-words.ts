import { formatCents } from "@countinghouse/validators/money";
import type { UnmatchedReport } from "./use-payment-exceptions.ts";

export const RAIL_WORDS: Record<UnmatchedReport["rail"], string> = { CARD: "Card", ACH: "ACH" };

/** Which way the money went, as the processor tells it. */
export const directionWords = (direction: UnmatchedReport["direction"]): string => {
  if (direction === null) return "Not reported";
  return direction === "DEBIT" ? "From the customer" : "To the customer";
};

/** A report in a few words: "Settlement of $9.00, reference 6392". */
export const reportWords = (kind: string, { amountCents, reference }: UnmatchedReport): string =>
  `${kind} of ${formatCents(amountCents)}, reference ${reference}`;
