import { NEW_PASSWORD_MIN_LENGTH } from "@countinghouse/validators/admins/rules";
import { ChangeOwnName, ChangeOwnPassword } from "@countinghouse/validators/admins/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type NameFormProps = { admin: { fullName: string; version: number }; onClose: () => void };

/** Changes one's own name from what it was when the form was opened. */
export function NameForm({ admin, onClose }: NameFormProps) {
  const [{ fullName, version }] = useState(admin);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(ChangeOwnName, { fullName, version });
  const save = trpc.admins.changeOwnName.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  return (
    <DialogForm
      form={form}
      title="Change your name"
      onSubmit={(name) => save.mutate({ ...name, requestId: requestIdFor(name) })}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="fullName"
        label="Full name"
        autoComplete="name"
        disabledReason={save.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}

/** Changes one's own password by the one before. Neither is kept once it was sent. */
export function PasswordForm({ onClose }: { onClose: () => void }) {
  const form = useZodForm(ChangeOwnPassword, { current: "", password: "" });
  const save = trpc.admins.changeOwnPassword.useMutation({
    gcTime: 0,
    onSuccess: ({ message }) => {
      toast.success(message);
      form.reset();
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = save.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title="Change your password"
      description={`At least ${NEW_PASSWORD_MIN_LENGTH} characters. Your other sessions end.`}
      onSubmit={(passwords) => save.mutate({ ...passwords, requestId: newRequestId() })}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Change password"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="current"
        label="Your password"
        type="password"
        autoComplete="current-password"
        disabledReason={disabledReason}
      />
      <TextField
        control={form.control}
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
