import {
  balanceAfterCents,
  overRecorded,
  type PaymentType,
} from "@countinghouse/validators/manual-payments/rules";
import { formatCents, parseCents } from "@countinghouse/validators/money";

type Typed = { paymentType?: PaymentType | undefined; transactionAmount?: string | number | undefined };
type Owing = { name: string; balanceCents: number };

export type PaymentSummary = {
  /** What will happen, in one sentence. */
  sentence: string;
  /** What is unusual about it, or null. */
  warning: string | null;
  /** That more would be recorded as paid than is owed, or null. */
  over: string | null;
};

/** What a payment does to what the customer owes; null while it is not known what it is. */
export function summarize(
  { paymentType, transactionAmount }: Typed,
  { name, balanceCents }: Owing,
): PaymentSummary | null {
  const amountCents =
    typeof transactionAmount === "string" ? parseCents(transactionAmount) : transactionAmount;
  if (!paymentType || !amountCents) return null;
  const after = balanceAfterCents(balanceCents, { paymentType, transactionAmount: amountCents });
  const verb = paymentType === "DEBIT" ? "Reduce" : "Increase";
  return {
    sentence: `${verb} what ${name} owes by ${formatCents(amountCents)}: balance ${formatCents(balanceCents)} → ${formatCents(after)}`,
    warning:
      after < 0
        ? `The balance becomes negative: ${name} will have paid ${formatCents(-after)} too much.`
        : null,
    over: overRecorded({ paymentType, transactionAmount: amountCents }, balanceCents),
  };
}
