import { takenOnInstead } from "@countinghouse/validators/banking-days";

/** Returns the old and the new day of a payment, and the day on which a bank transfer goes out when that differs. */
export function movedText(from: string, to: string): string {
  const taken = takenOnInstead(to);
  return `${from} → ${to}.${taken === null ? "" : ` Not a banking day. ACH runs on ${taken}.`}`;
}
