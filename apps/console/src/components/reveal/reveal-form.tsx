import { REVEALED_NAMES, type RevealedField } from "@countinghouse/validators/masking";
import { users } from "@countinghouse/validators/users/contract";
import { RevealNumber } from "@countinghouse/validators/users/schemas";
import { useCommand } from "@/api/use-command.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";

type RevealFormProps = {
  userId: number;
  field: RevealedField;
  onShown: (number: string) => void;
  onClose: () => void;
};

/** Asks why a number is to be shown in full. */
export default function RevealForm({ userId, field, onShown, onClose }: RevealFormProps) {
  const form = useZodForm(RevealNumber, { userId, field, reason: "" });
  const reveal = useCommand(users.reveal, {
    failure: null,
    onSuccess: ({ number }) => {
      onShown(number);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={`Show the ${REVEALED_NAMES[field]}`}
      description="Viewing is logged with your reason. The number hides after one minute."
      onSubmit={(asked) => reveal.mutate(asked)}
      submitting={reveal.isPending}
      submitError={reveal.error}
      submitLabel="Show"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="reason"
        label="Reason"
        autoComplete="off"
        maxLength={200}
        disabledReason={reveal.isPending ? "Loading…" : null}
      />
    </DialogForm>
  );
}
