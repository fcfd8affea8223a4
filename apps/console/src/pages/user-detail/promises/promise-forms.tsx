import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { LONGEST_PROMISE_DAYS, PROMISE_LABELS } from "@countinghouse/validators/promises/rules";
import { PromiseForm } from "@countinghouse/validators/promises/schemas";
import { type ReactNode, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { trpc } from "@/api/client.ts";
import { DateField } from "@/form/date-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Promised } from "./promises-section.tsx";

/** Records what the customer promised to pay until when. */
export function RecordPromiseForm({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(PromiseForm, { amount: "", dueOn: addDays(today, 1) });
  const record = trpc.promises.record.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title="Record promise"
      onSubmit={(terms) => record.mutate({ ...terms, userId, requestId: requestIdFor(terms) })}
      submitting={record.isPending}
      submitError={record.error}
      submitLabel="Record promise"
      onClose={onClose}
    >
      <PromiseFields form={form} today={today} />
    </DialogForm>
  );
}

/** Changes amount and day of a promise. */
export function ChangePromiseForm({ promise, onClose }: { promise: Promised; onClose: () => void }) {
  const { id: promiseId, version, amountCents, dueOn } = promise;
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(PromiseForm, { amount: moneyText(amountCents), dueOn });
  const change = trpc.promises.change.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title="Change promise"
      onSubmit={(terms) => {
        const changed = { ...terms, promiseId, version };
        change.mutate({ ...changed, requestId: requestIdFor(changed) });
      }}
      submitting={change.isPending}
      submitError={change.error}
      submitLabel="Save"
      onClose={onClose}
    >
      <PromiseFields form={form} today={today} />
    </DialogForm>
  );
}

type PromiseFieldsProps = {
  form: UseFormReturn<z.input<typeof PromiseForm>, unknown, z.output<typeof PromiseForm>>;
  today: string;
};

const PromiseFields = ({ form, today }: PromiseFieldsProps): ReactNode => (
  <>
    <MoneyField control={form.control} name="amount" label={`${PROMISE_LABELS.amount} (USD)`} />
    <DateField
      control={form.control}
      name="dueOn"
      label={`${PROMISE_LABELS.dueOn} (ET)`}
      min={addDays(today, 1)}
      max={addDays(today, LONGEST_PROMISE_DAYS)}
    />
  </>
);
