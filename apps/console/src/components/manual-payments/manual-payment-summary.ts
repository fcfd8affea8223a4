import { overRecorded, type PaymentType } from "@countinghouse/validators/manual-payments/rules";
import { formatCents } from "@countinghouse/validators/money";
import { owedAfterPaying } from "@countinghouse/validators/payments/payoff";

type Entered = { paymentType?: PaymentType | undefined; amountCents: number | null };
type Owing = { name: string; balanceCents: number; payoffCents: number };

export type PaymentSummary = {
  /** The effect in one sentence. */
  sentence: string;
  /** The warning about an unusual payment, or null. */
  warning: string | null;
  /** The warning about an amount above the balance, or null. */
  over: string | null;
};

/** Returns the effect of a payment on the balance; null while type or amount is missing. */
export function summarize(
  { paymentType, amountCents }: Entered,
  { name, balanceCents, payoffCents }: Owing,
): PaymentSummary | null {
  if (!paymentType || !amountCents) return null;
  const after =
    paymentType === "DEBIT"
      ? owedAfterPaying(amountCents, { balanceCents, payoffCents })
      : balanceCents + amountCents;
  const verb = paymentType === "DEBIT" ? "Reduce" : "Increase";
  return {
    sentence: `${verb} what ${name} owes by ${formatCents(amountCents)}: balance ${formatCents(balanceCents)} → ${formatCents(after)}`,
    warning:
      after < 0
        ? `The balance becomes negative: ${name} will have paid ${formatCents(-after)} too much.`
        : null,
    over: overRecorded({ paymentType, amountCents }, balanceCents),
  };
}
