import { FACTOR_NAMES } from "@countinghouse/validators/factors/rules";
import { OwnPassword, RenameFactorForm } from "@countinghouse/validators/factors/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Factor } from "./factors-section.tsx";
import { PasswordField } from "./password-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type FactorFormProps = { factor: Factor; onClose: () => void };

export function RenameForm({ factor, onClose }: FactorFormProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(RenameFactorForm, { name: factor.name });
  const save = trpc.admins.renameFactor.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  return (
    <DialogForm
      form={form}
      title={`Rename ${factor.name}`}
      onSubmit={({ name }) => {
        const change = { factorId: factor.id, name };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        disabledReason={save.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}

export function RemoveForm({ factor, onClose }: FactorFormProps) {
  const form = useZodForm(OwnPassword, { current: "" });
  const remove = trpc.admins.removeFactor.useMutation({
    gcTime: 0,
    onSuccess: ({ message }) => {
      toast.success(message);
      form.reset();
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  return (
    <DialogForm
      form={form}
      title={`Remove ${factor.name}`}
      description={`${FACTOR_NAMES[factor.kind]}. If this is the last one, the recovery codes are deleted and a code is e-mailed to you again.`}
      onSubmit={({ current }) => remove.mutate({ factorId: factor.id, current, requestId: newRequestId() })}
      submitting={remove.isPending}
      submitError={remove.error}
      submitLabel="Remove"
      onClose={onClose}
    >
      <PasswordField control={form.control} disabledReason={remove.isPending ? "Removing…" : null} />
    </DialogForm>
  );
}

export function RenewCodesForm({ onClose }: { onClose: () => void }) {
  const form = useZodForm(OwnPassword, { current: "" });
  const [codes, setCodes] = useState<readonly string[]>([]);
  const renew = trpc.admins.renewRecoveryCodes.useMutation({
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => {
      form.reset();
      setCodes(recoveryCodes);
    },
    meta: PENDING_UNTIL_READ,
  });
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <DialogForm
      form={form}
      title="New recovery codes"
      description="Your current codes stop working."
      onSubmit={({ current }) => renew.mutate({ current, requestId: newRequestId() })}
      submitting={renew.isPending}
      submitError={renew.error}
      submitLabel="Create new codes"
      onClose={onClose}
    >
      <PasswordField control={form.control} disabledReason={renew.isPending ? "Making…" : null} />
    </DialogForm>
  );
}
