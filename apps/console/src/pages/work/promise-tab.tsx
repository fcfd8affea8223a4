import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { LONGEST_PROMISE_DAYS, PROMISE_LABELS } from "@countinghouse/validators/promises/rules";
import { PromiseForm } from "@countinghouse/validators/promises/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { SmallForm, type WorkFormProps } from "./small-form.tsx";

const MINUTE_MS = 60_000;

/** Records what the customer promised to pay until when. A broken promise becomes an item of its own. */
export function PromiseTab({ item, userId, disabledReason, onDone }: WorkFormProps & { userId: number }) {
  const today = newYorkDate(useNow(MINUTE_MS));
  const form = useZodForm(PromiseForm, {
    amount: item.moneyCents === null ? "" : moneyText(item.moneyCents),
    dueOn: addDays(today, 1),
  });
  const [requestIdFor] = useState(() => makeRequestIds());
  const record = trpc.promises.record.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
  });
  return (
    <SmallForm
      form={form}
      onSubmit={({ amountCents, dueOn }) => {
        const promise = { userId, amountCents, dueOn, item: { kind: item.kind, key: item.key } };
        record.mutate({ ...promise, requestId: requestIdFor(promise) });
      }}
      submitting={record.isPending}
      submitError={record.error}
      submitLabel="Record promise"
      disabledReason={disabledReason}
    >
      <MoneyField control={form.control} name="amount" label={`${PROMISE_LABELS.amount} (USD)`} />
      <DateField
        control={form.control}
        name="dueOn"
        label={`${PROMISE_LABELS.dueOn} (ET)`}
        min={addDays(today, 1)}
        max={addDays(today, LONGEST_PROMISE_DAYS)}
      />
    </SmallForm>
  );
}
