import { RaiseBudgetForm } from "@countinghouse/validators/admins/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { StaffMember } from "./staff-form.tsx";

/** Lets somebody read more within an hour than others, for some hours. */
export function RaiseForm({ admin, onClose }: { admin: StaffMember; onClose: () => void }) {
  const [{ id, fullName, reading }] = useState(admin);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(RaiseBudgetForm, {
    id,
    customers: String(2 * reading.most.customers),
    reveals: String(2 * reading.most.reveals),
    hours: "1",
    reason: "",
  });
  const raise = trpc.admins.raiseBudget.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const field = { control: form.control, disabledReason: raise.isPending ? "Saving…" : null };
  const count = { ...field, inputMode: "numeric", autoComplete: "off" } as const;
  return (
    <DialogForm
      form={form}
      title={`Raise the reading budget of ${fullName}`}
      description="How much they may look at within an hour. It ends by itself."
      onSubmit={(facts) => raise.mutate({ ...facts, requestId: requestIdFor(facts) })}
      submitting={raise.isPending}
      submitError={raise.error}
      submitLabel="Raise"
      onClose={onClose}
    >
      <TextField {...count} name="customers" label="Customers in an hour" />
      <TextField {...count} name="reveals" label="Customers of whom a number is shown in full" />
      <TextField {...count} name="hours" label="For how many hours" />
      <TextField {...field} name="reason" label="Reason" autoComplete="off" maxLength={300} />
    </DialogForm>
  );
}
