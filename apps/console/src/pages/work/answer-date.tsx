import { LONGEST_ANSWER_DAYS } from "@countinghouse/validators/chargebacks/rules";
import { SetAnswerDate } from "@countinghouse/validators/chargebacks/schemas";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import type { WorkItem } from "@/components/work/work-item.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { SmallForm } from "./small-form.tsx";

const AnswerBy = SetAnswerDate.pick({ answerBy: true });

/** Sets the last day for the answer to a chargeback, as the processor reports it. */
export function AnswerDate({ item, disabledReason }: { item: WorkItem; disabledReason: string | null }) {
  const { key: chargebackId, deadline: was } = item;
  const reportedOn = newYorkDate(item.since);
  const form = useZodForm(AnswerBy, { answerBy: was ?? "" });
  const [requestIdFor] = useState(() => makeRequestIds());
  const whyNot = useWhyNot("chargebacks.process");
  const save = trpc.chargebacks.setAnswerDate.useMutation({
    onSuccess: ({ message }) => toast.success(message),
  });
  return (
    <SmallForm
      form={form}
      onSubmit={({ answerBy }) => {
        const change = { chargebackId, answerBy, was };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Save the date"
      disabledReason={whyNot ?? disabledReason}
    >
      <DateField
        control={form.control}
        name="answerBy"
        label="Answer by (ET)"
        min={reportedOn}
        max={addDays(reportedOn, LONGEST_ANSWER_DAYS)}
      />
    </SmallForm>
  );
}
