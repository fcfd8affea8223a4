import type { RouterOutputs } from "@countinghouse/api";
import { payments } from "@countinghouse/validators/payments/contract";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { payoutHoldForm } from "@countinghouse/validators/payout-hold/schemas";
import { useState } from "react";
import { useCommand } from "@/api/use-command.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { toast } from "@/lib/toast.ts";

type PayoutHoldFormProps = { held: RouterOutputs["payments"]["hold"]; onClose: () => void };

/** Changes for how long payouts are held, from what it was when the form was opened. */
export function PayoutHoldForm({ held, onClose }: PayoutHoldFormProps) {
  const [{ minutes, runMinutes, version }] = useState(held);
  const form = useZodForm(payoutHoldForm, { minutes: String(minutes), runMinutes: String(runMinutes) });
  const save = useCommand(payments.setHold, {
    failure: null,
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    isPendingUntilRead: true,
  });
  return (
    <DialogForm
      form={form}
      title={TEXT.label}
      description={TEXT.description}
      onSubmit={(typed) => save.mutate({ ...typed, version })}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="minutes"
        label="Minutes"
        disabledReason={save.isPending ? "Saving…" : null}
      />
      <TextField
        control={form.control}
        name="runMinutes"
        label="Minutes of a run"
        description={TEXT.runsDescription}
        disabledReason={save.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}
