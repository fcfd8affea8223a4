import { CureForm } from "@countinghouse/validators/debit-control/schemas";
import {
  CURE_LABELS,
  CURE_RECORDED,
  DEBIT_CONTROL_LABELS as LABEL,
} from "@countinghouse/validators/debit-control/texts";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DateField } from "@/form/date-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Blocked } from "./debit-control-section.tsx";

type RecordCureFormProps = { userId: number; blocked: Blocked; onClose: () => void };

/** Records what lifts a block: when and how it was obtained, and the document it stands on. */
export function RecordCureForm({ userId, blocked, onClose }: RecordCureFormProps) {
  const [{ instrument, name, block }] = useState(blocked);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const files = trpc.files.list.useQuery({ userId });
  const form = useZodForm(CureForm, {
    cure: block.cure ?? "authorisation",
    obtainedOn: today,
    how: "",
    fileId: null,
  });
  const record = trpc.debitControl.record.useMutation({
    onSuccess: () => {
      toast.success(CURE_RECORDED);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = record.isPending ? "Saving…" : null;
  const cures = (["authorisation", "correction"] as const)
    .filter((cure) => cure === "authorisation" || block.cure === "correction")
    .map((cure) => ({ value: cure, label: CURE_LABELS[cure] }));
  return (
    <DialogForm
      form={form}
      title={name}
      description={block.message}
      onSubmit={(values) => {
        const what = { userId, instrument, ...values };
        record.mutate({ ...what, requestId: requestIdFor(what) });
      }}
      submitting={record.isPending}
      submitError={record.error}
      submitLabel="Record"
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="cure"
        label={LABEL.cure}
        options={cures}
        disabledReason={disabledReason}
      />
      <DateField
        control={form.control}
        name="obtainedOn"
        label={LABEL.obtainedOn}
        max={today}
        disabledReason={disabledReason}
      />
      <TextareaField control={form.control} name="how" label={LABEL.how} disabledReason={disabledReason} />
      <SelectField
        control={form.control}
        name="fileId"
        label={LABEL.document}
        placeholder="None"
        options={(files.data?.userFiles ?? []).map(({ id, name: file }) => ({ value: id, label: file }))}
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}
