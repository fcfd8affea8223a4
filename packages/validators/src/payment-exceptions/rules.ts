import { formatCents } from "../money.ts";
import { formatNewYork } from "../new-york.ts";
import { IMPORTED, type PaymentKind } from "../payments/kinds.ts";

/** What is said of a payment that a person must see. */
export const lateOutcome = (standing: keyof typeof STOOD): string =>
  `${STOOD[standing]} The processor has taken the payment. It was booked when the processor reported it.`;

const STOOD = {
  FAILED: "The payment was recorded here as failed.",
  CANCELLED: "The payment was cancelled here.",
  NEEDS_REVIEW: "The outcome was open here and left to a person.",
} as const;

export const duplicateKey = (paymentId: string): string =>
  `A duplicate of this payment also went through: ${paymentId}. Refund one of the two.`;

/** A payment that an exception names beside another one. Cents. */
export interface NamedPayment {
  kind: PaymentKind;
  amountCents: number;
  createdAt: Date;
}

const named = ({ kind, amountCents, createdAt }: NamedPayment): string =>
  `${kind} of ${formatCents(amountCents)} (${formatNewYork(createdAt, "dateTime")} ET)`;

export const takenTwice = (first: NamedPayment, second: NamedPayment): string =>
  `Two payments for the same debt went through: ${named(first)} and ${named(second)}. Refund one of the two.`;

export const givenBackTwice = (givenBack: NamedPayment): string =>
  `The customer was credited twice: by a return or chargeback of this payment, and by ${named(givenBack)}.`;

/** Amounts in cents. */
export const partMoved = (movedCents: number, amountCents: number): string =>
  `The processor took ${formatCents(movedCents)} of ${formatCents(amountCents)}. Only that part was booked. The rest is still owed.`;

/** Said of a payment that never was: days YYYY-MM-DD. */
export const notInReports = (firstDay: string, lastDay: string): string =>
  `The processor's reports of ${firstDay} to ${lastDay} do not include this payment. No money was moved according to them.`;

/** So many days before the day of a report a payment that was recorded by hand may be of the same money. */
export const RECORDED_BEFORE_DAYS = 7;

/** What is called what was booked otherwise than ordered. */
export const EXCEPTION_WORDS = {
  LATE_OUTCOME: "Late outcome",
  DUPLICATE: "Duplicate",
  OTHER_AMOUNT: "Different amount",
  RECOVERED: "Recovered",
  GIVEN_BACK_TWICE: "Credited twice",
} as const;

export const EXCEPTION_NOTE_LENGTH = 500;
/** Rows of each list that are shown; the numbers are of all. */
export const MOST_EXCEPTIONS = 200;
/** Payments, and customers, that are named for a report. */
export const MOST_CANDIDATES = 5;

export const PAYMENT_EXCEPTION_TEXTS = {
  matchMissing: "Choose the payment or customer that this report is about.",
  noteMissing: "Enter what was done.",
  notOnList: "This report was already matched, processed or deleted. Reload to see its state.",
  notOpen: "Someone else closed this exception. Reload to see it.",
  otherPayment: "This payment and the report differ in amount, direction or processor.",
  knownAtProcessor:
    "The processor has a different reference for this payment. The report is about another payment.",
  noOrder:
    "Money sent to a customer can only be matched with a payment. If there is none, record it by hand.",
  noInstrument: "The customer has no card or account with these last digits.",
  twoInstruments:
    "The customer has more than one card or account with these last digits. Record the payment by hand and delete the report.",
  paymentIdMissing: "Enter the complete payment id.",
  userIdMissing: "Enter the customer id.",
  namesPayment: "The report already names its payment. There is nothing to match.",
  beingTried: "It is being retried.",
  recordedByHand: (told: string): string =>
    `${told}. If the report is about that money, delete the report. Matching it would count the money twice.`,
  cannotBook:
    "Only collected money can be booked without a payment. A return or chargeback needs its original payment.",
} as const;

/** What decides whether a report that matched nothing may be matched with a payment; cents. */
export interface MatchFacts {
  report: { provider: string; kind: string; amountCents: number; direction: string | null };
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
  const cameBack = report.kind === "RETURN" || report.kind === "CHARGEBACK";
  const isSame =
    (report.provider === payment.provider || (payment.provider === IMPORTED && cameBack)) &&
    report.amountCents === payment.amountCents &&
    (report.direction === null || report.direction === payment.paymentType);
  if (!isSame) return PAYMENT_EXCEPTION_TEXTS.otherPayment;
  return payment.reference === null ? null : PAYMENT_EXCEPTION_TEXTS.knownAtProcessor;
}

/** Why a report that stands on the list is not matched by hand, or null; it failed at the step `stage`. */
export function whyNotMatchByHand(stage: string): string | null {
  if (stage === "RETRY") return PAYMENT_EXCEPTION_TEXTS.beingTried;
  return stage === "MATCH" ? null : PAYMENT_EXCEPTION_TEXTS.namesPayment;
}

/** Why a report can not be booked as a payment that nobody ordered here, or null. */
export function whyNotBook({ kind, direction }: { kind: string; direction: string | null }): string | null {
  if (kind !== "SETTLEMENT") return PAYMENT_EXCEPTION_TEXTS.cannotBook;
  return direction === "DEBIT" ? null : PAYMENT_EXCEPTION_TEXTS.noOrder;
}
