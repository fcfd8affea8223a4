import { takenOnInstead } from "@countinghouse/validators/banking-days";

/** Says to which day a payment was moved, and on which day a bank transfer goes out where that is another one. */
export function movedText(from: string, to: string): string {
  const taken = takenOnInstead(to);
  return `${from} → ${to}.${taken === null ? "" : ` No banking day: by ACH on ${taken}.`}`;
}
