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
      title="Timed runs"
      description="On banking days payment automation takes what is due by itself, in your name. You are mailed what came of it. A run that would take more than the limit of the typed total does not begin, and one that was missed is not caught up."
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
        label="Run by itself on banking days"
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
