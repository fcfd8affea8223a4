import { formatCents } from "../money.ts";
import { isFundingKind, type PaymentKind } from "../payments/kinds.ts";
import { isPaid, isReturned, type PaymentState } from "../payments/states.ts";

/** A report that is matched by hand; cents. */
export interface MatchedReport {
  kind: string;
  amountCents: number;
}

/** The payment it is said to be about. */
export interface MatchedPayment {
  kind: PaymentKind;
  paymentType: "DEBIT" | "CREDIT";
  state: PaymentState;
  userName: string;
}

const NOTHING = "Nothing is posted.";

/** What is posted when a report is matched with a payment, in plain sentences. */
export function matchSentence(report: MatchedReport, payment: MatchedPayment): string {
  const { kind, amountCents } = report;
  const { userName, state } = payment;
  if (kind === "NOTICE_OF_CHANGE") return `${NOTHING} The report is stored with the payment.`;
  if (kind === "OTHER")
    return `${NOTHING} This type of report posts nothing automatically. It is stored with the payment, on Unprocessed Returns and Chargebacks.`;
  const amount = formatCents(amountCents);
  const wasTaken = isPaid(state) || isReturned(state);
  const first = wasTaken ? "" : `${bookedSentence(amountCents, payment)} `;
  switch (kind) {
    case "SETTLEMENT":
      return wasTaken
        ? `The payment is already booked. It is recorded as settled, and the amount ${userName} owes stays the same.`
        : first.trim();
    case "RETURN":
      return `${first}The bank sent ${amount} back: ${undoneSentence(amount, payment)}`;
    case "CHARGEBACK":
      return `${first}${amount} was charged back: ${undoneSentence(amount, payment)}`;
    default:
      return `${first}If the money was charged back and was returned to us, ${userName} owes ${amount} less. Otherwise nothing more is posted.`;
  }
}

/** What is posted of a payment that the processor took and nobody ordered here. */
export const unorderedSentence = (amountCents: number, userName: string): string =>
  `${bookedSentence(amountCents, { kind: "SALE", paymentType: "DEBIT", userName })} It is recorded as a payment that was not ordered here.`;

function bookedSentence(
  amountCents: number,
  { kind, paymentType, userName }: Pick<MatchedPayment, "kind" | "paymentType" | "userName">,
): string {
  const amount = formatCents(amountCents);
  if (isFundingKind(kind))
    return `The advance of ${amount} is booked as paid out: ${userName} owes the payback amount.`;
  return paymentType === "DEBIT"
    ? `${amount} is booked as collected from ${userName}, who owes that much less.`
    : `${amount} is booked as refunded to ${userName}, who owes that much more.`;
}

function undoneSentence(amount: string, { kind, paymentType, userName }: MatchedPayment): string {
  if (isFundingKind(kind)) return `${userName} owes nothing more for the advance.`;
  return paymentType === "DEBIT" ? `${userName} owes ${amount} more.` : `${userName} owes ${amount} less.`;
}
