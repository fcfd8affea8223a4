import type { RouterOutputs } from "@countinghouse/api";
import { countedAmount, RECOVERY_TEXTS as TEXT } from "@countinghouse/validators/recovery/rules";
import { ConfirmRefused } from "@countinghouse/validators/recovery/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField, TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type RecoveredRow = RouterOutputs["recovery"]["status"]["payments"][number];

interface ConfirmFormProps {
  payment: RecoveredRow;
  onClose: () => void;
}

/** Says of one payment that can not be booked what was done about it, once the word was typed. */
export function ConfirmForm({ payment, onClose }: ConfirmFormProps) {
  const { key, mode, userId, amountCents, reason } = payment;
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(ConfirmRefused, { key, word: "", note: "" });
  const confirm = trpc.recovery.confirm.useMutation({
    onSuccess: () => {
      toast.success("Confirmed.");
      form.reset();
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = confirm.isPending ? "Confirming…" : null;
  return (
    <DialogForm
      form={form}
      title="Payment that cannot be booked"
      description={`${mode} ${key} of user ${userId}, ${countedAmount({ count: 1, amountCents })}. ${reason} ${TEXT.seeTo}`}
      onSubmit={(values) => confirm.mutate({ ...values, requestId: requestIdFor(values) })}
      submitting={confirm.isPending}
      submitError={confirm.error}
      submitLabel="Confirm"
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="note"
        label="What was done"
        description="What the processor reports, and where the payment is recorded now."
        rows={3}
        disabledReason={disabledReason}
      />
      <TextField
        control={form.control}
        name="word"
        label={TEXT.typeConfirm}
        autoComplete="off"
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
