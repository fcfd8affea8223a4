import type { RouterOutputs } from "@countinghouse/api";
import { STAFF_TEXTS as TEXT, whyNotTakeSuperadmin } from "@countinghouse/validators/admins/rules";
import { ChangeAdmin, InviteAdmin } from "@countinghouse/validators/admins/schemas";
import { ROLES } from "@countinghouse/validators/roles";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type StaffMember = RouterOutputs["admins"]["list"][number];

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: role }));
const FLAG_LABEL = "May take payments from the collections export";

/** Invites somebody, who sets their own password by the link that is mailed to them. */
export function InviteForm({ onClose }: { onClose: () => void }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(InviteAdmin, { email: "", fullName: "", role: "EMPLOYEE", paymentFlag: false });
  const invite = trpc.admins.invite.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { control } = form;
  const disabledReason = invite.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title="Invite an admin"
      description="The admin receives a link by e-mail to set a password and sign in."
      onSubmit={(facts) => invite.mutate({ ...facts, requestId: requestIdFor(facts) })}
      submitting={invite.isPending}
      submitError={invite.error}
      submitLabel="Send invitation"
      onClose={onClose}
    >
      <TextField control={control} name="email" label="Email" type="email" disabledReason={disabledReason} />
      <TextField control={control} name="fullName" label="Full name" disabledReason={disabledReason} />
      <SelectField
        control={control}
        name="role"
        label="Role"
        options={ROLE_OPTIONS}
        disabledReason={disabledReason}
      />
      <CheckboxField
        control={control}
        name="paymentFlag"
        label={FLAG_LABEL}
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}

type ChangeFormProps = { admin: StaffMember; otherSuperadmins: number; onClose: () => void };

/** Changes what an admin may do, from what it was when the form was opened. */
export function ChangeForm({ admin, otherSuperadmins, onClose }: ChangeFormProps) {
  const [{ id, version, role, status, paymentFlag, fullName }] = useState(admin);
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(ChangeAdmin, { id, version, role, paymentFlag });
  const change = trpc.admins.change.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { control } = form;
  const next = useWatch({ control, name: "role" });
  const whyNot = whyNotTakeSuperadmin({ role, status }, { role: next, status }, otherSuperadmins);
  const disabledReason = change.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title={`Change ${fullName}`}
      description={TEXT.title}
      onSubmit={(facts) => change.mutate({ ...facts, requestId: requestIdFor(facts) })}
      submitting={change.isPending}
      submitError={change.error}
      submitLabel="Save"
      disabledReason={whyNot}
      onClose={onClose}
    >
      <SelectField
        control={control}
        name="role"
        label="Role"
        options={ROLE_OPTIONS}
        disabledReason={disabledReason}
      />
      <CheckboxField
        control={control}
        name="paymentFlag"
        label={FLAG_LABEL}
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
