import { formatCents } from "@countinghouse/validators/money";
import { signedCents } from "@/lib/signed-cents.ts";
import { MoneyCell } from "@/table/cells.tsx";

interface Amounts {
  amountCents: number;
  /** What has moved where that is less than was ordered, else null. */
  movedCents: number | null;
}

/** "$9.00", and "$4.00 of $9.00" where the processor took a part. */
export const amountText = ({ amountCents, movedCents }: Amounts): string =>
  movedCents === null
    ? formatCents(amountCents)
    : `${formatCents(movedCents)} of ${formatCents(amountCents)}`;

type PaymentAmountProps = {
  payment: Amounts & { paymentType: "DEBIT" | "CREDIT" };
  /** Money that did not move after all. */
  failed?: boolean;
};

/** What a payment moved, signed; below it what was ordered, where that was more. */
export const PaymentAmount = ({ payment, failed = false }: PaymentAmountProps) => (
  <>
    <MoneyCell cents={signedCents(payment)} moneyIn="positive" failed={failed} />
    {payment.movedCents !== null && (
      <span className="block text-xs text-muted-foreground">of {formatCents(payment.amountCents)}</span>
    )}
  </>
);
