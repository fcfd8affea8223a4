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

export const EXCEPTION_NOTE_LENGTH = 500;
/** Rows of each list that are shown; the numbers are of all. */
export const MOST_EXCEPTIONS = 200;

export const PAYMENT_EXCEPTION_TEXTS = {
  matchMissing: "Choose the payment, or the customer, that this is about.",
  noteMissing: "Please say what was done about it.",
  notOnList: "This report was matched, processed or deleted meanwhile. Reload to see it.",
  notOpen: "Somebody else has closed this meanwhile. Reload to see it.",
  otherPayment: "This payment has another amount, direction or processor than the report.",
  knownAtProcessor: "The processor knows this payment by another name. It is not what the report is about.",
  noOrder:
    "Money that was sent to a customer is matched with a payment only. Record it by hand if there is none.",
  noInstrument: "The customer has no card or account with these last digits.",
  cannotBook:
    "Only money that was taken is booked without a payment: a return or a chargeback needs the payment it is of.",
} as const;

/** What decides whether a report that matched nothing may be matched with a payment; cents. */
export interface MatchFacts {
  report: { provider: string; amountCents: number; direction: string | null };
  payment: {
    provider: string | null;
    amountCents: number;
    paymentType: string;
    /** The processor's name of it, where it was told one. */
    reference: string | null;
    state: string;
  };
}

/** Why a report may not be matched with a payment, or null. */
export function whyNotMatch({ report, payment }: MatchFacts): string | null {
  const isSame =
    report.provider === payment.provider &&
    report.amountCents === payment.amountCents &&
    (report.direction === null || report.direction === payment.paymentType);
  if (!isSame) return PAYMENT_EXCEPTION_TEXTS.otherPayment;
  return payment.reference === null ? null : PAYMENT_EXCEPTION_TEXTS.knownAtProcessor;
}
