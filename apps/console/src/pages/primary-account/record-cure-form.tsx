import { ACCOUNT_FIELDS } from "@countinghouse/validators/bank-accounts/schemas";
import { needsOtherNumbers } from "@countinghouse/validators/debit-control/cures";
import { ACCOUNT_SUBTYPES, CureForm } from "@countinghouse/validators/debit-control/schemas";
import {
  CURE_LABELS,
  DEBIT_CONTROL_LABELS as LABEL,
  SUBTYPE_LABELS,
} from "@countinghouse/validators/debit-control/texts";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DateField } from "@/form/date-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField, TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Blocked } from "./debit-control-section.tsx";

type RecordCureFormProps = { userId: number; blocked: Blocked; onClose: () => void };

/** Records what lifts a block: when and how it was obtained, its document, and the corrected numbers where they were wrong. */
export function RecordCureForm({ userId, blocked, onClose }: RecordCureFormProps) {
  const [{ instrument, name, block }] = useState(blocked);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const asksNumbers = needsOtherNumbers(block);
  const files = trpc.files.list.useQuery({ userId });
  const form = useZodForm(CureForm, {
    cure: block.cure ?? "authorisation",
    obtainedOn: today,
    how: "",
    fileId: null,
    numbers: asksNumbers ? { account: "", repeated: "", routing: "", subtype: "checking" } : null,
  });
  const record = trpc.debitControl.record.useMutation({
    // The number that was typed is not stored longer than the form.
    gcTime: 0,
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = record.isPending ? "Saving…" : null;
  const numeric = { inputMode: "numeric", autoComplete: "off", disabledReason } as const;
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
        options={block.cure === null ? [] : [{ value: block.cure, label: CURE_LABELS[block.cure] }]}
        disabledReason={disabledReason}
      />
      {asksNumbers && (
        <>
          <TextField
            control={form.control}
            name="numbers.account"
            label={ACCOUNT_FIELDS.account}
            {...numeric}
          />
          <TextField
            control={form.control}
            name="numbers.repeated"
            label={ACCOUNT_FIELDS.repeated}
            {...numeric}
          />
          <TextField
            control={form.control}
            name="numbers.routing"
            label={ACCOUNT_FIELDS.routing}
            {...numeric}
          />
          <SelectField
            control={form.control}
            name="numbers.subtype"
            label={LABEL.subtype}
            options={ACCOUNT_SUBTYPES.map((value) => ({ value, label: SUBTYPE_LABELS[value] }))}
            disabledReason={disabledReason}
          />
        </>
      )}
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
