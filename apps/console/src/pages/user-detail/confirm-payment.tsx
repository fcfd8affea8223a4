import { MANUAL_PAYMENT_LABELS } from "@countinghouse/validators/manual-payment-rules";
import type { ManualPayment } from "@countinghouse/validators/manual-payments";
import { formatCents } from "@countinghouse/validators/money";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Facts } from "../facts.tsx";
import { summarize } from "./manual-payment-summary.ts";
import { WholeAmounts } from "./whole-amounts.tsx";

type ConfirmPaymentProps = {
  payment: ManualPayment;
  owing: { name: string; balanceCents: number };
  recording: boolean;
  isUnknown: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

const LABELS = MANUAL_PAYMENT_LABELS;

/**
 * The last question before a payment is recorded. It stays while the payment is sent, so that nothing under it can
 * be changed, and when no answer came it offers to ask the server what became of it.
 */
export function ConfirmPayment({
  payment,
  owing,
  recording,
  isUnknown,
  onConfirm,
  onCancel,
}: ConfirmPaymentProps) {
  const amount = formatCents(payment.transactionAmount);
  if (isUnknown) {
    return (
      <AlertDialog
        open
        title="Outcome unknown"
        confirmLabel="Check"
        cancelLabel="Close"
        pending={recording}
        onConfirm={onConfirm}
        onCancel={onCancel}
      >
        <p role="alert">
          The server did not answer. The payment of {amount} for {owing.name} may have been recorded or not.
          Check asks again for the same payment: it can not be recorded twice.
        </p>
      </AlertDialog>
    );
  }
  const summary = summarize(payment, owing);
  return (
    <AlertDialog
      open
      title={`Record a payment of ${amount} for ${owing.name}?`}
      confirmLabel={`Record ${amount} payment`}
      focus="cancel"
      pending={recording}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        <p>{summary && <WholeAmounts in={summary.sentence} />}</p>
        {summary?.warning && <Alert tone="warning">{summary.warning}</Alert>}
        <Facts
          facts={[
            [LABELS.lineItemType, payment.lineItemType],
            [LABELS.modeOfPayment, payment.modeOfPayment],
            [LABELS.transactionType, payment.transactionType],
            [LABELS.paymentType, payment.paymentType],
            [LABELS.description, payment.description],
            [LABELS.isExternal, payment.isExternal ? "Yes" : "No"],
          ]}
        />
      </div>
    </AlertDialog>
  );
}
