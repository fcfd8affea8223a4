import type { RouterOutputs } from "@countinghouse/api";
import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { payoutHoldForm } from "@countinghouse/validators/payout-hold/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type PayoutHoldFormProps = { held: RouterOutputs["payments"]["hold"]; onClose: () => void };

/** Changes for how long payouts are held, from what it was when the form was opened. */
export function PayoutHoldForm({ held, onClose }: PayoutHoldFormProps) {
  const [{ minutes, runMinutes, version }] = useState(held);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(payoutHoldForm, { minutes: String(minutes), runMinutes: String(runMinutes) });
  const save = trpc.payments.setHold.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  return (
    <DialogForm
      form={form}
      title={TEXT.label}
      description={TEXT.description}
      onSubmit={(typed) => {
        const change = { ...typed, version };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
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
