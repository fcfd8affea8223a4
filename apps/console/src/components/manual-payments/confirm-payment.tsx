import { MANUAL_PAYMENT_LABELS } from "@countinghouse/validators/manual-payments/rules";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { formatCents } from "@countinghouse/validators/money";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Facts } from "../facts/facts.tsx";
import type { Changed } from "../payments/changed-facts.ts";
import { OverBalance } from "../payments/over-balance.tsx";
import { TypedAmount, useTypedAmount } from "../payments/typed-amount.tsx";
import { summarize } from "./manual-payment-summary.ts";
import { WholeAmounts } from "./whole-amounts.tsx";

type ConfirmPaymentProps = {
  payment: ManualPayment;
  owing: { name: string; balanceCents: number; payoffCents: number };
  /** The refusal of the server because facts had changed, or null. */
  changed: Changed | null;
  /** Why this admin may not record more than is owed, or null. */
  whyNotOver: string | null;
  recording: boolean;
  isUnknown: boolean;
  /** `overBalance`: the admin confirmed an amount above the balance. */
  onConfirm: (overBalance: boolean) => void;
  onCancel: () => void;
};

const LABELS = MANUAL_PAYMENT_LABELS;

/** The last question before a payment is recorded. It stays open while the request runs. Without an answer it offers Check. */
export function ConfirmPayment({
  payment,
  owing,
  changed,
  whyNotOver,
  recording,
  isUnknown,
  onConfirm,
  onCancel,
}: ConfirmPaymentProps) {
  const amount = formatCents(payment.amountCents);
  const typed = useTypedAmount(payment.amountCents, changed);
  const summary = summarize(payment, owing);
  const over = summary?.over ?? null;
  const confirm = () => onConfirm(over !== null);
  if (isUnknown) {
    return (
      <AlertDialog
        open
        title="Outcome unknown"
        worksOffline
        confirmLabel="Check"
        cancelLabel="Close"
        pending={recording}
        onConfirm={confirm}
        onCancel={onCancel}
      >
        <p role="alert">
          The server did not answer. The payment of {amount} for {owing.name} may or may not have been
          recorded. Check requests the same payment again. It cannot be recorded twice.
        </p>
      </AlertDialog>
    );
  }
  const whyNot = over === null ? null : whyNotOver;
  const isUnusual = over !== null || changed !== null;
  return (
    <AlertDialog
      open
      title={`Record a payment of ${amount} for ${owing.name}?`}
      confirmLabel={`Record ${amount} payment`}
      confirmDisabledReason={whyNot ?? (isUnusual ? typed.whyNot : null)}
      focus="cancel"
      pending={recording}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <div className="grid gap-3">
        {changed !== null && (
          <Alert tone="danger" live="assertive">
            {changed.message}
          </Alert>
        )}
        <p>{summary && <WholeAmounts in={summary.sentence} />}</p>
        {over !== null && <OverBalance warning={over} whyNot={whyNot} />}
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
        {isUnusual && whyNot === null && <TypedAmount typed={typed} sending={recording} />}
      </div>
    </AlertDialog>
  );
}
