import { RELOAD_AFTER_FILING_MS } from "@countinghouse/validators/businesses/rules";
import { FileLienAgain as FileLienAgainInput } from "@countinghouse/validators/businesses/schemas";
import { LIEN_TEXTS } from "@countinghouse/validators/businesses/texts";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { reasonIn } from "@/components/business-states.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { BusinessRow } from "./use-businesses.ts";
import type { Reload } from "./use-reload.ts";

const Confirmed = FileLienAgainInput.pick({ reason: true });

type FileLienAgainProps = { row: BusinessRow; reload: Reload; onClose: () => void };

/** Asks why a lien is filed once more of whose filing no outcome is known. */
export function FileLienAgain({ row: shown, reload, onClose }: FileLienAgainProps) {
  const [{ userId, name, lienSentAt, lienError, updatedAt }] = useState(shown);
  const sentAt = lienSentAt ?? updatedAt;
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(Confirmed, { reason: "" });
  const { mutate, error, isPending } = trpc.businesses.fileLienAgain.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      reload.reloadAfter(RELOAD_AFTER_FILING_MS, [userId], "filing");
      form.reset();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={LIEN_TEXTS.fileAgainTitle(name)}
      description={LIEN_TEXTS.fileAgainFacts(
        `${formatNewYork(sentAt, "dateTime")} ET`,
        reasonIn(lienError ?? ""),
      )}
      onSubmit={({ reason }) => {
        const values = { userId, sentAt, reason };
        mutate({ ...values, requestId: requestIdFor(values) });
      }}
      submitting={isPending}
      submitError={error}
      submitLabel="File again"
      failureMessage={TEXT.fileFailed}
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        description={LIEN_TEXTS.fileAgainReason}
        rows={3}
        disabledReason={isPending ? "The request is being sent." : null}
      />
    </DialogForm>
  );
}
