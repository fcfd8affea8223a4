import { MATTERS, type MatterFacts, APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import { approvalRuleForm } from "@countinghouse/validators/approvals/schemas";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Rules, SetMatter } from "./approval-rules-section.tsx";

type RuleFormProps = { matter: SetMatter; held: Rules; onClose: () => void };

const text = (cents: number | null): string => (cents === null ? "" : moneyText(cents));

/** Changes the rule of one matter from what it was when the form was opened. */
export function ApprovalRuleForm({ matter, held, onClose }: RuleFormProps) {
  const { word, about, conditions, day }: MatterFacts = MATTERS[matter];
  const [{ version, rules }] = useState(held);
  const rule = rules[matter];
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(approvalRuleForm, {
    always: rule.always,
    over: text(rule.overCents),
    dayOver: text(rule.dayOverCents),
    atRisk: rule.atRisk,
    newAccount: rule.newAccount,
  });
  const always = useWatch({ control: form.control, name: "always" });
  const save = trpc.approvals.setRule.useMutation({
    onSuccess: () => {
      toast.success(TEXT.rulesSaved);
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const whyNot = save.isPending ? "Saving…" : always ? "This always needs approval." : null;
  return (
    <DialogForm
      form={form}
      title={word}
      description={`${about}. If no box is checked and no limit is set, no approval is needed.`}
      onSubmit={(changed) => {
        const change = { matter, rule: changed, version };
        save.mutate({ ...change, requestId: requestIdFor(change) });
      }}
      submitting={save.isPending}
      submitError={save.error}
      submitLabel="Request this change"
      onClose={onClose}
    >
      <CheckboxField control={form.control} name="always" label="Always needs approval" />
      {conditions.includes("overCents") && (
        <MoneyField
          control={form.control}
          name="over"
          label="Needs approval over (USD)"
          disabledReason={whyNot}
        />
      )}
      {conditions.includes("dayOverCents") && (
        <MoneyField
          control={form.control}
          name="dayOver"
          label={`Needs approval when one admin has ${day === "in" ? "taken" : "sent"} more than this in a day (USD)`}
          disabledReason={whyNot}
        />
      )}
      {conditions.includes("atRisk") && (
        <CheckboxField
          control={form.control}
          name="atRisk"
          label="Needs approval if a payment of the customer was returned or charged back within 180 days"
          disabledReason={whyNot}
        />
      )}
      {conditions.includes("newAccount") && (
        <CheckboxField
          control={form.control}
          name="newAccount"
          label="Needs approval if the card or account was added within 7 days"
          disabledReason={whyNot}
        />
      )}
    </DialogForm>
  );
}
