import { type DeskMode, modeRule, needsPasscode } from "@countinghouse/validators/payments/kinds";
import { type ReactNode, type SubmitEvent, useId } from "react";
import { useWatch } from "react-hook-form";
import { FormButtons } from "@/form/form-buttons.tsx";
import { useSubmission } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { PasscodeField } from "@/form/text-field.tsx";
import { useUnsavedChanges } from "@/form/unsaved-changes.tsx";
import { useWhyNot, useWhyNotSend } from "@/layout/use-admin.ts";
import { cn } from "@/lib/cn.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { useOnline } from "@/lib/use-online.ts";
import { cardClass } from "@/ui/card.tsx";
import { AmountFields } from "./amount-fields.tsx";
import { InstrumentFields } from "./instrument-fields.tsx";
import { usePaymentView } from "./payment-params.ts";
import { PaymentSummary } from "./payment-summary.tsx";
import { typedCents } from "./payment-values.ts";
import type { Balance } from "./use-balance.ts";
import { type PaymentDesk, SENDING } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";
import { whyNotSubmit } from "./why-not-submit.ts";

type DeskFormProps = {
  desk: PaymentDesk;
  mode: DeskMode;
  name: string;
  options: PaymentOptions;
  balance: Balance;
  payments: readonly ListedPayment[];
};

/** The form for the instrument, the amount and the passcode, with a summary next to it. */
export function DeskForm({ desk, mode, name, options, balance, payments }: DeskFormProps) {
  const { withInactive, setWithInactive, setChoice } = usePaymentView();
  const { form, progress, isSending } = desk;
  const refusal = desk.refusal(mode);
  const sendingReason = isSending ? SENDING : null;
  const cents = typedCents(useWatch({ control: form.control, name: "amount" }));
  const warnings = desk.warnings(mode, cents);
  const whyNotMore = useWhyNot("payments.takeMoreThanOwed");
  const whyNotOver = warnings.balance !== null && balance.state === "known" ? whyNotMore : null;
  const disabledReason = whyNotSubmit({
    mode,
    whyNotOver,
    isOnline: useOnline(),
    whyNotSend: useWhyNotSend(),
    lock: desk.whyLocked(mode),
    progress,
    payments,
    balance,
  });
  const submit = useSubmission({
    form,
    onSubmit: desk.review,
    submitting: isSending,
    submitError: refusal,
    disabledReason,
  });
  const unsaved = useUnsavedChanges(form);
  useShortcut({ keys: "mod+enter", label: "Review the payment", group: "This page" }, () => {
    if (desk.reviewed === null && disabledReason === null) void form.handleSubmit(desk.review)();
  });
  const fields = { form, mode, options, disabledReason: sendingReason };
  return (
    <form
      noValidate
      aria-label={`${mode} form`}
      onSubmit={(event) => (isByEnter(event) ? event.preventDefault() : submit(event))}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid content-start gap-3">
        <Step number={2} title={modePhrase(mode)}>
          <InstrumentFields {...fields} withInactive={withInactive} onWithInactive={setWithInactive} />
        </Step>
        <Step number={3} title="Amount">
          <AmountFields {...fields} balance={balance} />
        </Step>
        {needsPasscode(mode) && (
          <Step number={4} title="Passcode">
            <PasscodeField
              control={form.control}
              name="passcode"
              label="Passcode"
              required
              className="w-48"
              disabledReason={sendingReason}
            />
          </Step>
        )}
        <SubmitError error={refusal} failureMessage={undefined} />
      </div>
      <PaymentSummary
        control={form.control}
        mode={mode}
        name={name}
        options={options}
        balance={balance}
        warnings={warnings}
        whyNotOver={whyNotOver}
        recent={payments}
      >
        {(submitLabel) => (
          <FormButtons
            submitLabel={submitLabel}
            submitting={isSending}
            disabledReason={disabledReason}
            onCancel={() =>
              unsaved.askBefore(() => {
                desk.clear();
                setChoice(null);
              })
            }
          />
        )}
      </PaymentSummary>
      {unsaved.dialog}
    </form>
  );
}

const modePhrase = (mode: DeskMode): string => {
  if (mode === "REFUND") return "Which";
  return modeRule(mode).direction === "in" ? "From" : "To";
};

/** Returns true for Enter in a field, which never requests a payment; the button and ⌘Enter do. */
const isByEnter = ({ currentTarget }: SubmitEvent): boolean =>
  document.activeElement instanceof HTMLInputElement && currentTarget.contains(document.activeElement);

/** One numbered step of the form. */
function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <fieldset aria-labelledby={titleId} className={cn(cardClass, "grid min-w-0 gap-2 px-4 py-3")}>
      <h3 id={titleId} className="text-lg font-semibold tracking-[-0.01em]">
        {number} {title}
      </h3>
      {children}
    </fieldset>
  );
}
