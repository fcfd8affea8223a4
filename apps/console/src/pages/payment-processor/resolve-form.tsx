import { formatCents } from "@countinghouse/validators/money";
import { payments } from "@countinghouse/validators/payments/contract";
import { RESOLVED_OUTCOMES } from "@countinghouse/validators/payments/rules";
import { ResolvePayment } from "@countinghouse/validators/payments/schemas";
import { useState } from "react";
import type { z } from "zod";
import { useCommand } from "@/api/use-command.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { RadioListField } from "@/form/radio-list-field.tsx";
import { PasscodeField, TextareaField } from "@/form/text-field.tsx";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import {
  OUTCOME_WORDS,
  RESOLVE_WORDS,
  type ResolvedPayment,
  resolveConsequence,
  resolveQuestion,
} from "./resolve-words.ts";

const Resolved = ResolvePayment.omit({ paymentId: true });
type Resolved = z.infer<typeof Resolved>;

const OUTCOMES = RESOLVED_OUTCOMES.map((value) => ({ value, label: OUTCOME_WORDS[value] }));

/** Asks what became of a payment and how that is known, and once more before it is recorded. */
export function ResolveForm({ payment, onClose }: { payment: ResolvedPayment; onClose: () => void }) {
  const { id: paymentId, userId, userName } = payment;
  const [asked, setAsked] = useState<Resolved | null>(null);
  const form = useZodForm(Resolved, { outcome: undefined, reason: "", passcode: "" });
  const resolve = useCommand(payments.resolve, {
    failure: null,
    sameRequest: ({ outcome, reason }) => [outcome, reason],
    onSuccess: (_, { outcome }) => {
      toast.success(`${formatCents(payment.amountCents)} recorded as ${outcome}.`);
      form.reset();
      onClose();
    },
    onError: () => form.resetField("passcode"),
    onSettled: () => setAsked(null),
  });
  const disabledReason = resolve.isPending ? "Recording…" : null;
  const record = (values: Resolved) => resolve.mutate({ ...values, paymentId });
  return (
    <>
      <DialogForm
        form={form}
        title="Settle by hand"
        description={`The processor has not reported the outcome of ${formatCents(payment.amountCents)} for ${userName}. Check its portal or the bank statement first. This cannot be undone.`}
        onSubmit={setAsked}
        submitting={resolve.isPending}
        submitError={resolve.error}
        submitLabel="Settle"
        onClose={onClose}
      >
        <RadioListField
          control={form.control}
          name="outcome"
          label="Outcome"
          choices={OUTCOMES}
          empty={null}
          disabledReason={disabledReason}
        />
        <TextareaField
          control={form.control}
          name="reason"
          label="Reason"
          description="How you know the outcome."
          rows={3}
          disabledReason={disabledReason}
        />
        <PasscodeField
          control={form.control}
          name="passcode"
          label="Passcode"
          className="w-48"
          disabledReason={disabledReason}
        />
      </DialogForm>
      {asked && (
        <AlertDialog
          title={resolveQuestion(payment, asked.outcome)}
          confirmLabel={RESOLVE_WORDS[asked.outcome]}
          focus="cancel"
          pending={resolve.isPending}
          onConfirm={() => record(asked)}
          onCancel={() => setAsked(null)}
        >
          <div className="grid gap-3">
            <Facts
              facts={[
                ["Customer", `${userName} #${userId}`],
                ["Payment", payment.kind],
                ["Amount", formatCents(payment.amountCents)],
              ]}
            />
            <p>{resolveConsequence(payment, asked.outcome)} This cannot be undone.</p>
          </div>
        </AlertDialog>
      )}
    </>
  );
}
