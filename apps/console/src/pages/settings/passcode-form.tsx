import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { NewPasscode } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { PasscodeField } from "@/form/text-field.tsx";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type PasscodeFormProps = { kind: PaymentRail; onClose: () => void };

/** Sets a passcode, typed twice because nobody sees it. To set the same once more changes nothing. */
export function PasscodeForm({ kind, onClose }: PasscodeFormProps) {
  const form = useZodForm(NewPasscode, { passcode: "", repeated: "" });
  const save = trpc.passcodes.set.useMutation({
    gcTime: 0,
    onSuccess: () => {
      toast.success(TEXT.passcodeSet);
      form.reset();
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = save.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title={`Set the ${kind} passcode`}
      description="Six to twelve digits. Share it only with admins who pay out."
      onSubmit={({ passcode }) => save.mutate({ kind, passcode, requestId: newRequestId() })}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Set passcode"
      onClose={onClose}
    >
      <PasscodeField
        control={form.control}
        name="passcode"
        label="New passcode"
        disabledReason={disabledReason}
      />
      <PasscodeField
        control={form.control}
        name="repeated"
        label="Repeat passcode"
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
