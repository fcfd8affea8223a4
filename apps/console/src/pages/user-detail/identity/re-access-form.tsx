import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { RE_ACCESS_REASON, RE_ACCESS_SESSION_MINUTES } from "@countinghouse/validators/re-access/rules";
import { CreateReAccess } from "@countinghouse/validators/re-access/schemas";
import { userName } from "@/components/users/user-name.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { toast } from "@/lib/toast.ts";
import type { User } from "../use-user.ts";
import { BlockedLink } from "./blocked-link.tsx";
import { useReAccess } from "./use-re-access.ts";

const Reason = CreateReAccess.pick({ reason: true });

/** Asks why the customer portal is to be entered as this customer, and opens it. */
export default function ReAccessForm({ user, onClose }: { user: User; onClose: () => void }) {
  const name = userName(user);
  const form = useZodForm(Reason, { reason: "" });
  const { ask, asking, refusal, blocked, forget } = useReAccess(user.id, () => {
    toast.success(`The customer portal of ${name} opened in a new tab.`);
    onClose();
  });
  if (blocked !== null) {
    return <BlockedLink key={blocked.linkId} link={blocked} onAgain={forget} onClose={onClose} />;
  }
  return (
    <DialogForm
      form={form}
      title={USERS_MESSAGES.reAccessLabel}
      description={`You see what ${name} sees, read-only, for ${RE_ACCESS_SESSION_MINUTES} minutes. The visit and its reason are recorded.`}
      onSubmit={({ reason }) => ask(reason)}
      submitting={asking}
      submitError={refusal}
      submitLabel="Log in"
      failureMessage={USERS_MESSAGES.reAccessFailed}
      summary="Opens a new tab"
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label={RE_ACCESS_REASON}
        rows={3}
        disabledReason={asking ? "The link is being made." : null}
      />
    </DialogForm>
  );
}
