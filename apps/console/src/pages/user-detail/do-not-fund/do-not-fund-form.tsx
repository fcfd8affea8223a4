import { DO_NOT_FUND_REASONS } from "@countinghouse/validators/do-not-fund/rules";
import { BanUser } from "@countinghouse/validators/do-not-fund/schemas";
import { DO_NOT_FUND_MESSAGES } from "@countinghouse/validators/do-not-fund/texts";
import { useId } from "react";
import { useController } from "react-hook-form";
import { ReasonList } from "@/components/reason-list.tsx";
import { userName } from "@/components/users/user-name.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { Alert } from "@/ui/alert.tsx";
import { Label, Textarea } from "@/ui/input.tsx";
import type { User } from "../use-user.ts";
import { BanEffect } from "./ban-effect.tsx";
import type { DoNotFund } from "./use-do-not-fund.ts";

type DoNotFundFormProps = { user: User; doNotFund: DoNotFund; onClose: () => void };

/** Asks why the customer is not to be funded, and says whom and what it reaches. */
export default function DoNotFundForm({ user, doNotFund, onClose }: DoNotFundFormProps) {
  const id = useId();
  const userId = user.id;
  const form = useZodForm(BanUser, {
    userId,
    doNotFund: true,
    reason: undefined,
    otherReason: "",
  });
  // Not checked on leaving: whoever cancels without a choice is not told to make one.
  const { field } = useController({ control: form.control, name: "reason" });
  const { value: chosen, onChange } = field;
  const { reason: noReason, otherReason: noOther } = form.formState.errors;
  return (
    <DialogForm
      form={form}
      title={`Ban ${userName(user)} #${user.id}?`}
      description={<BanEffect userId={user.id} />}
      onSubmit={doNotFund.set}
      submitting={doNotFund.setting}
      submitError={doNotFund.refusal}
      submitLabel={DO_NOT_FUND_MESSAGES.confirmLabel}
      destructive
      failureMessage={DO_NOT_FUND_MESSAGES.setUserFlagFailed}
      onClose={onClose}
    >
      <ReasonList
        label="Do not fund reasons"
        reasons={DO_NOT_FUND_REASONS}
        value={chosen ?? null}
        onChange={onChange}
        disabled={doNotFund.setting}
        describedBy={noReason && `${id}-no-reason`}
      />
      {noReason && (
        <Refusal
          id={`${id}-no-reason`}
          title={DO_NOT_FUND_MESSAGES.reasonMissingTitle}
          message={noReason.message}
        />
      )}
      {chosen === "Other" && (
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-other`}>Other reason</Label>
          <Textarea
            id={`${id}-other`}
            rows={3}
            aria-invalid={noOther && true}
            aria-describedby={noOther && `${id}-no-other`}
            readOnly={doNotFund.setting}
            {...form.register("otherReason")}
          />
          {noOther && (
            <Refusal
              id={`${id}-no-other`}
              title={DO_NOT_FUND_MESSAGES.otherMissingTitle}
              message={noOther.message}
            />
          )}
        </div>
      )}
    </DialogForm>
  );
}

const Refusal = ({ id, title, message }: { id: string; title: string; message: string | undefined }) => (
  <Alert id={id} tone="danger" live="assertive">
    <strong className="block font-medium">{title}</strong>
    {message}
  </Alert>
);
