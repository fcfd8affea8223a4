import { formatCents } from "@countinghouse/validators/money";
import { signedCents } from "@/lib/signed-cents.ts";
import { MoneyCell } from "@/table/cells.tsx";

interface Amounts {
  amountCents: number;
  /** The amount that moved when it is less than the ordered one, else null. */
  movedCents: number | null;
}

/** Returns "$9.00", or "$4.00 of $9.00" when the processor took a part. */
export const amountText = ({ amountCents, movedCents }: Amounts): string =>
  movedCents === null
    ? formatCents(amountCents)
    : `${formatCents(movedCents)} of ${formatCents(amountCents)}`;

type PaymentAmountProps = {
  payment: Amounts & { paymentType: "DEBIT" | "CREDIT" };
  /** True when no money moved. */
  failed?: boolean;
};

/** The signed amount that a payment moved, and below it the ordered amount when that was more. */
export const PaymentAmount = ({ payment, failed = false }: PaymentAmountProps) => (
  <>
    <MoneyCell cents={signedCents(payment)} moneyIn="positive" failed={failed} />
    {payment.movedCents !== null && (
      <span className="block text-xs text-muted-foreground">of {formatCents(payment.amountCents)}</span>
    )}
  </>
);
