import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  REMARK_CATEGORIES,
  stopsDebits,
  REMARK_TEXTS as TEXT,
} from "@countinghouse/validators/remarks/rules";
import { EndRemark, RemarkForm } from "@countinghouse/validators/remarks/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { DateField } from "@/form/date-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Remark } from "./use-remarks.ts";

const CATEGORIES = REMARK_CATEGORIES.map((category) => ({
  value: category,
  label: stopsDebits(category) ? `${category} (stops debits and payouts)` : category,
}));

/** Adds a remark on the customer. */
export function AddRemarkForm({ userId, onClose }: { userId: number; onClose: () => void }) {
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(RemarkForm, { category: undefined, remarkDate: today, note: "" });
  const add = trpc.remarks.add.useMutation({
    onSuccess: () => {
      toast.success(TEXT.added);
      form.reset();
      onClose();
    },
  });
  const disabledReason = add.isPending ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title="Add remark"
      onSubmit={(remark) => add.mutate({ ...remark, userId, requestId: requestIdFor(remark) })}
      submitting={add.isPending}
      submitError={add.error}
      submitLabel="Add remark"
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="category"
        label="Category"
        options={CATEGORIES}
        disabledReason={disabledReason}
      />
      <DateField
        control={form.control}
        name="remarkDate"
        label="Remark Date"
        max={today}
        disabledReason={disabledReason}
      />
      <TextareaField
        control={form.control}
        name="note"
        label="Note"
        rows={3}
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}

const Reason = EndRemark.pick({ reason: true });

/** Ends a remark that staff added. */
export function EndRemarkForm({ remark, onClose }: { remark: Remark; onClose: () => void }) {
  const { id: remarkId, category, remarkDate } = remark;
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(Reason, { reason: "" });
  const end = trpc.remarks.end.useMutation({
    onSuccess: () => {
      toast.success(TEXT.ended);
      form.reset();
      onClose();
    },
  });
  return (
    <DialogForm
      form={form}
      title={`End “${category}” of ${remarkDate}?`}
      description={
        remark.stopsDebits
          ? "Debits and payouts of this person resume unless another rule blocks them. The remark stays on file."
          : "The remark stays on file with your name and reason."
      }
      onSubmit={({ reason }) =>
        end.mutate({ remarkId, reason, requestId: requestIdFor({ remarkId, reason }) })
      }
      submitting={end.isPending}
      submitError={end.error}
      submitLabel="End remark"
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        rows={3}
        disabledReason={end.isPending ? "Saving…" : null}
      />
    </DialogForm>
  );
}
