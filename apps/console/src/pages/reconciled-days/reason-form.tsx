import { formatCents } from "@countinghouse/validators/money";
import { matchDifference } from "@countinghouse/validators/reconciled-days/rules";
import { IgnoreBreak } from "@countinghouse/validators/reconciled-days/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import type { Break } from "./reconciled-day.ts";

type ReasonFormProps = { breaks: readonly Break[]; isMatch: boolean; onClose: (isDone: boolean) => void };

const Why = IgnoreBreak.pick({ reason: true });

/** Why breaks are one payment, or one is accepted as it is. */
export function ReasonForm({ breaks, isMatch, onClose }: ReasonFormProps) {
  const form = useZodForm(Why, { reason: "" });
  const [requestIdFor] = useState(() => makeRequestIds());
  const done = { onSuccess: () => onClose(true), meta: PENDING_UNTIL_READ };
  const match = trpc.reconciledDays.match.useMutation(done);
  const ignore = trpc.reconciledDays.ignore.useMutation(done);
  const verb = isMatch ? match : ignore;
  const difference = matchDifference(breaks);
  const title = isMatch ? `Match ${breaks.length} differences` : "Ignore this difference";
  const description = isMatch
    ? `They are one payment, or one payment and its parts. ${difference === 0 ? "They agree to the cent." : `Together they differ by ${formatCents(difference)}.`}`
    : "The certificate shows it with this reason.";
  return (
    <DialogForm
      form={form}
      title={title}
      description={description}
      onSubmit={({ reason }) => {
        const breakIds = breaks.map(({ id }) => id);
        if (isMatch) {
          const change = { breakIds, reason };
          match.mutate({ ...change, requestId: requestIdFor(change) });
        } else {
          const change = { breakId: breakIds[0] ?? "", reason };
          ignore.mutate({ ...change, requestId: requestIdFor(change) });
        }
      }}
      submitting={verb.isPending}
      submitError={verb.error}
      submitLabel={isMatch ? "Match" : "Ignore"}
      onClose={() => onClose(false)}
    >
      <TextareaField control={form.control} name="reason" label="Why" rows={3} />
    </DialogForm>
  );
}
