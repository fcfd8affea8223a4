import type { RouterOutputs } from "@countinghouse/api";
import { countedAmount, RECOVERY_TEXTS as TEXT } from "@countinghouse/validators/recovery/rules";
import { ReleaseRecovery } from "@countinghouse/validators/recovery/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField, TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type ReleaseFormProps = Pick<RouterOutputs["recovery"]["status"], "figures" | "unsent"> & {
  onClose: () => void;
};

/** Lets payments go out again, once the word was typed and a reason given. */
export function ReleaseForm({ figures, unsent, onClose }: ReleaseFormProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(ReleaseRecovery, { word: "", reason: "" });
  const release = trpc.recovery.release.useMutation({
    onSuccess: () => {
      toast.success("Payments go out again.");
      form.reset();
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = release.isPending ? "Releasing…" : null;
  return (
    <DialogForm
      form={form}
      title="Release the recovery"
      description={`Of ${countedAmount(figures.all)} sent and unknown here, ${countedAmount(figures.resolved)} are known now, ${countedAmount(figures.unresolved)} are still being asked about and ${countedAmount(figures.refused)} could not be booked. ${unsent.count > 0 ? `${TEXT.willCancel(countedAmount(unsent))} ` : ""}Payments, jobs and messages go out again.`}
      onSubmit={(values) => release.mutate({ ...values, requestId: requestIdFor(values) })}
      submitting={release.isPending}
      submitError={release.error}
      submitLabel="Release"
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        description="What happened to the database, and how you know it is complete again."
        rows={3}
        disabledReason={disabledReason}
      />
      <TextField
        control={form.control}
        name="word"
        label={TEXT.typeWord}
        autoComplete="off"
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
