import { formatCents } from "./money.ts";

/** What is said of a payment that a person must see. */
export const lateOutcome = (endedAs: string): string =>
  `It had ended here as ${endedAs}. The processor has taken it all the same: it was booked when that was told.`;

export const duplicateOf = (paymentId: string): string =>
  `Another payment of the same went through as well: ${paymentId}. Give one of the two back.`;

/** Amounts in cents. */
export const partMoved = (movedCents: number, amountCents: number): string =>
  `The processor took ${formatCents(movedCents)} of ${formatCents(amountCents)}: only that was booked. The rest is still owed.`;

/** Said of a payment that never was: days YYYY-MM-DD. */
export const notInReports = (firstDay: string, lastDay: string): string =>
  `The processor's reports of ${firstDay} to ${lastDay} do not hold this payment: it was never taken, and no money was moved.`;
