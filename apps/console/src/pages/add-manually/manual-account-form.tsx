import {
  MANUAL_ACCOUNT_FACTS as FACTS,
  MANUAL_ACCOUNT_KIND as KIND,
  sharedAccountText,
} from "@countinghouse/validators/bank-accounts/rules";
import {
  ManualAccountForm as Form,
  ACCOUNT_FIELDS as LABEL,
} from "@countinghouse/validators/bank-accounts/schemas";
import { ACCOUNT_TEXTS as TEXT } from "@countinghouse/validators/bank-accounts/texts";
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { Verification } from "@/components/verification.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { PageForm } from "@/form/page-form.tsx";
import { TextField } from "@/form/text-field.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { Input, Label } from "@/ui/input.tsx";

/** How long the success is seen before the accounts are shown (specification 1, section 9). */
const LEAVE_AFTER_MS = 1_000;

/** Adds one account. The number is typed twice: nobody but the customer can say whether it is right. */
export function ManualAccountForm({ userId }: { userId: number }) {
  const [, navigate] = useLocation();
  const [requestIdFor] = useState(() => makeRequestIds());
  const disabledReason = useWhyNot("accounts.write");
  const form = useZodForm(Form, { account: "", repeated: "", name: "", routing: "" });
  const leave = () => navigate(paths.primaryAccount({ id: userId }));
  const add = trpc.bankAccounts.addManually.useMutation({
    // What was typed is kept no longer than the form.
    gcTime: 0,
    onSuccess: ({ message, sharedWith }) => {
      toast.success(message, sharedWith > 0 ? { description: sharedAccountText(sharedWith) } : {});
      form.reset();
    },
  });
  useLeaveAfter(add.isSuccess, leave);
  const locked = add.isPending ? "Adding…" : null;
  const numeric = {
    inputMode: "numeric",
    autoComplete: "off",
    disabledReason: locked ?? disabledReason,
  } as const;
  return (
    <PageForm
      form={form}
      title="Bank account"
      description="A bank account that is not linked through Plaid. It is enabled, but not primary."
      onSubmit={({ account, name, routing }) => {
        const what = { userId, account, name, routing };
        add.mutate({ ...what, requestId: requestIdFor(what) });
      }}
      submitting={add.isPending || add.isSuccess}
      submitError={add.error}
      submitLabel="Add account"
      failureMessage={TEXT.failed}
      disabledReason={disabledReason}
      onCancel={leave}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField control={form.control} name="account" label={LABEL.account} {...numeric} />
        <TextField control={form.control} name="repeated" label={LABEL.repeated} {...numeric} />
        <TextField
          control={form.control}
          name="name"
          label={LABEL.name}
          autoComplete="off"
          description="At least 6 characters, such as Business Checking."
          disabledReason={locked ?? disabledReason}
        />
        <TextField
          control={form.control}
          name="routing"
          label={LABEL.routing}
          description="Nine digits; the last one is checked."
          {...numeric}
        />
        <ReadOnly label="Type" value={KIND.type} />
        <ReadOnly label="Subtype" value={KIND.subtype} />
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 border-t pt-3 text-sm">
        <Fact name="Source">{FACTS.source}</Fact>
        <Fact name="Ribbit Status">
          <Verification state={FACTS.verification} />
        </Fact>
        <Fact name="Manually Added">Yes</Fact>
      </dl>
    </PageForm>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-center gap-2">
    <dt className="text-muted-foreground">{name}</dt>
    <dd>{children}</dd>
  </div>
);

function ReadOnly({ label, value }: { label: string; value: string }) {
  const id = useId();
  return (
    <div className="grid content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input id={id} readOnly value={value} />
    </div>
  );
}

function useLeaveAfter(isDone: boolean, leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    const timer = isDone ? setTimeout(onLeave, LEAVE_AFTER_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isDone]);
}
