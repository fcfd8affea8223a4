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
      title={`Raise the view limit of ${fullName}`}
      description="Raises what they can view in an hour. The raise ends automatically."
      onSubmit={(facts) => raise.mutate({ ...facts, requestId: requestIdFor(facts) })}
      submitting={raise.isPending}
      submitError={raise.error}
      submitLabel="Raise"
      onClose={onClose}
    >
      <TextField {...count} name="customers" label="Customers per hour" />
      <TextField {...count} name="reveals" label="Customers with a full number shown" />
      <TextField {...count} name="hours" label="Number of hours" />
      <TextField {...field} name="reason" label="Reason" autoComplete="off" maxLength={300} />
    </DialogForm>
  );
}
