import { MANUAL_DECLINE_REASONS } from "@countinghouse/validators/deals/rules";
import { DeclineDeal } from "@countinghouse/validators/deals/schemas";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SelectField } from "@/form/select-field.tsx";
import type { ChangeDeal } from "./use-deal.ts";

const Reason = DeclineDeal.pick({ reason: true });
const OPTIONS = MANUAL_DECLINE_REASONS.map((reason) => ({ value: reason, label: reason }));

/** Asks why the deal is declined. */
export default function DeclineDealForm({ change, onClose }: { change: ChangeDeal; onClose: () => void }) {
  const form = useZodForm(Reason, { reason: undefined });
  return (
    <DialogForm
      form={form}
      title="Manual Decline"
      description="Declines the application. A notice is due within 30 days, unless the customer withdrew."
      onSubmit={({ reason }) => change.decline(reason, onClose)}
      submitting={change.declining}
      submitError={change.declineRefusal}
      submitLabel="Decline"
      summary="Moves the deal to Closed Lost"
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="reason"
        label="Decline Reason"
        options={OPTIONS}
        placeholder="Select a reason…"
        disabledReason={change.declining ? "Declining…" : null}
      />
    </DialogForm>
  );
}
