import { type ManualPayment, manualPaymentFor } from "@countinghouse/validators/manual-payments";
import { PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import type { Role } from "@countinghouse/validators/roles";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { SheetForm } from "@/form/sheet-form.tsx";
import { useZodForm } from "@/form/use-zod-form.ts";
import { toast } from "@/lib/toast.ts";
import { useOnline } from "@/lib/use-online.ts";
import { Alert } from "@/ui/alert.tsx";
import { userName } from "../user-name.ts";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { ManualPaymentFields } from "./manual-payment-fields.tsx";
import { summarize } from "./manual-payment-summary.ts";
import { useRecordPayment } from "./use-record-payment.ts";
import type { User } from "./use-user.ts";
import { WholeAmounts } from "./whole-amounts.tsx";

type ManualPaymentFormProps = { user: User; role: Role; onClose: () => void };

/** Records what was paid elsewhere: filled in, summed up in a sentence, confirmed with its amount, sent once. */
export default function ManualPaymentForm({ user, role, onClose }: ManualPaymentFormProps) {
  const schema = useMemo(() => manualPaymentFor(role), [role]);
  const form = useZodForm(schema, { transactionAmount: "", description: "", isExternal: false });
  const [reviewed, setReviewed] = useState<ManualPayment | null>(null);
  const isOnline = useOnline();
  const { record, recording, isUnknown, refusal } = useRecordPayment(user.id, {
    onRecorded: onClose,
    onRefused: () => setReviewed(null),
  });
  const owing = { name: userName(user), balanceCents: user.balanceCents };
  const [paymentType, transactionAmount] = useWatch({
    control: form.control,
    name: ["paymentType", "transactionAmount"],
  });
  const summary = summarize({ paymentType, transactionAmount }, owing);

  const leaveUnknown = (payment: ManualPayment) => {
    toast.error("The outcome of this payment is unknown", {
      description: `Look under Manual Payment before you record ${formatCents(payment.transactionAmount)} again.`,
    });
    onClose();
  };

  return (
    <SheetForm
      form={form}
      title={PAYMENTS_MESSAGES.manualTitle}
      onSubmit={setReviewed}
      submitting={recording}
      submitError={refusal}
      submitLabel="Record payment"
      submitDisabledReason={isOnline ? null : "You are offline. Payments are blocked."}
      summary={summary && <WholeAmounts in={summary.sentence} />}
      onClose={onClose}
    >
      <ManualPaymentFields
        form={form}
        role={role}
        lockedReason={recording ? "The payment is being sent." : null}
      />
      <output>{summary?.warning && <Alert tone="warning">{summary.warning}</Alert>}</output>
      {reviewed && (
        <ConfirmPayment
          payment={reviewed}
          owing={owing}
          recording={recording}
          isUnknown={isUnknown}
          onConfirm={() => record(reviewed)}
          onCancel={() => (isUnknown ? leaveUnknown(reviewed) : setReviewed(null))}
        />
      )}
    </SheetForm>
  );
}
