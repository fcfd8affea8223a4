import { automationTimerForm } from "@countinghouse/validators/automation/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { TimerFacts } from "./timer-card.tsx";

type TimerFormProps = { timer: TimerFacts; onClose: () => void };

/** Turns timed runs on, off, or to another time. */
export function TimerForm({ timer, onClose }: TimerFormProps) {
  const [{ isOn, runAt, version }] = useState(timer);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(automationTimerForm, { isOn, runAt });
  const save = trpc.automation.setTimer.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = save.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title="Schedule"
      description="On banking days, payment automation collects due payments on this schedule, in your name. You receive the result by e-mail. A run over the limit for the typed total does not start. A missed run does not run later."
      onSubmit={(values) => {
        const change = { ...values, version };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <CheckboxField
        control={form.control}
        name="isOn"
        label="Run automatically on banking days"
        disabledReason={disabledReason}
      />
      <TextField
        control={form.control}
        name="runAt"
        label="Time (ET)"
        type="time"
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
