import { formatCents } from "@countinghouse/validators/money";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import type { ResolvedOutcome } from "@countinghouse/validators/payments/rules";
import type { PaymentDetails } from "./payment-drawer.tsx";

export type ResolvedPayment = Pick<
  PaymentDetails,
  "id" | "userId" | "userName" | "kind" | "paymentType" | "state" | "amountCents"
>;

/** What is chosen from: whether the money has moved. */
export const OUTCOME_WORDS: Record<ResolvedOutcome, string> = {
  paid: "Paid: the money has moved",
  failed: "Failed: no money has moved",
};

/** What the button says that records it. */
export const RESOLVE_WORDS: Record<ResolvedOutcome, string> = {
  paid: "Record as paid",
  failed: "Record as failed",
};

/** What is recorded, as the question that comes before: "Record that $90.00 was not paid to Maria Delgado?" */
export function resolveQuestion(
  { amountCents, userName, paymentType }: ResolvedPayment,
  outcome: ResolvedOutcome,
) {
  const was = outcome === "paid" ? "was" : "was not";
  const moved = paymentType === "DEBIT" ? "taken from" : "paid to";
  return `Record that ${formatCents(amountCents)} ${was} ${moved} ${userName}?`;
}

/** What follows from it, in plain sentences. */
export function resolveConsequence(payment: ResolvedPayment, outcome: ResolvedOutcome): string {
  const { userName, paymentType } = payment;
  const amount = formatCents(payment.amountCents);
  if (isFundingKind(payment.kind)) {
    return outcome === "paid"
      ? `The application is funded: ${userName} owes the payback amount, and the payment dates are made.`
      : `${userName} owes nothing for it, and the application can be paid out again. If the money moved after all, ${amount} would be paid out twice.`;
  }
  if (paymentType === "DEBIT") {
    return outcome === "paid"
      ? `${userName} owes ${amount} less.`
      : `${userName} still owes it and can be charged again. If the money moved after all, ${amount} would be taken twice.`;
  }
  return outcome === "paid"
    ? `${userName} owes ${amount} more.`
    : `It can be refunded again. If the money moved after all, ${amount} would be refunded twice.`;
}
