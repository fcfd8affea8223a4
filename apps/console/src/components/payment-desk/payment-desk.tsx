import type { Role } from "@countinghouse/validators/roles";
import { failureText } from "@/api/errors.ts";
import { Section } from "@/layout/section.tsx";
import { Alert } from "@/ui/alert.tsx";
import { userName } from "../users/user-name.ts";
import { DeskForm } from "./desk-form.tsx";
import { DeskQuestions } from "./desk-questions.tsx";
import { ModePicker } from "./mode-picker.tsx";
import { OutcomeStrip } from "./outcome-strip.tsx";
import { usePaymentView } from "./payment-params.ts";
import type { Balance } from "./use-balance.ts";
import { SENDING, usePaymentDesk } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";
import { whyNotMode } from "./why-not-mode.ts";

type PaymentDeskProps = {
  options: PaymentOptions;
  balance: Balance;
  role: Role;
  payments: readonly ListedPayment[];
};

/** The desk for one payment. The form appears once a mode is chosen, and a receipt replaces it after the payment. */
export function PaymentDesk({ options, balance, role, payments }: PaymentDeskProps) {
  const view = usePaymentView();
  const mode = view.mode !== null && whyNotMode(view.mode, options, role) === null ? view.mode : null;
  const desk = usePaymentDesk(mode, options, balance, payments, () => view.setMode(null));
  const { progress } = desk;
  const name = userName(options.customer);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <OutcomeStrip
        progress={progress}
        name={name}
        options={options}
        checking={desk.isChecking}
        onCheck={desk.checkUnknown}
        onDismiss={desk.dismiss}
      />
      <Section id="what" title="1 Transaction">
        <ModePicker
          options={options}
          role={role}
          mode={mode}
          disabledReason={desk.isSending ? SENDING : null}
          onChoose={(next) => {
            desk.choose(next);
            view.setMode(next);
          }}
        />
        {desk.lost.length > 0 && (
          <output className="block pt-2 text-sm text-muted-foreground">
            {mode} starts without {desk.lost.join(" and ")}.
          </output>
        )}
      </Section>
      {mode === null && desk.refusal(view.mode) !== null && (
        <Alert tone="danger" live="assertive">
          {failureText(desk.refusal(view.mode))}
          <span className="block">No money was moved.</span>
        </Alert>
      )}
      {mode !== null && (
        <DeskForm
          desk={desk}
          mode={mode}
          name={name}
          options={options}
          balance={balance}
          payments={payments}
        />
      )}
      <DeskQuestions desk={desk} name={name} options={options} />
    </div>
  );
}
