import { formatCents } from "./money.ts";

/** What is said of a payment that a person must see. */
export const lateOutcome = (endedAs: string): string =>
  `It had ended here as ${endedAs}. The processor has taken it all the same: it was booked when that was told.`;

export const duplicateOf = (paymentId: string): string =>
  `Another payment of the same went through as well: ${paymentId}. Give one of the two back.`;

/** Amounts in cents. */
export const partMoved = (movedCents: number, amountCents: number): string =>
  `The processor took ${formatCents(movedCents)} of ${formatCents(amountCents)}: only that was booked. The rest is still owed.`;
