import type { Role } from "@countinghouse/validators/roles";
import { useState } from "react";
import { Link } from "wouter";
import { failureText } from "@/api/errors.ts";
import { Section } from "@/layout/section.tsx";
import { cn } from "@/lib/cn.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { cardClass } from "@/ui/card.tsx";
import { ManualPaymentForm } from "../manual-payments/manual-payment-form.tsx";
import { userName } from "../users/user-name.ts";
import { DeskForm } from "./desk-form.tsx";
import { DeskQuestions } from "./desk-questions.tsx";
import { ModePicker } from "./mode-picker.tsx";
import { OutcomeStrip } from "./outcome-strip.tsx";
import { usePaymentView } from "./payment-params.ts";
import { PaymentReceipt } from "./payment-receipt.tsx";
import { Receipt, type ReceiptFacts } from "./receipt.tsx";
import type { Balance } from "./use-balance.ts";
import { SENDING, usePaymentDesk } from "./use-payment-desk.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";
import { whyNotChoice } from "./why-not-mode.ts";

type PaymentDeskProps = {
  options: PaymentOptions;
  balance: Balance;
  role: Role;
  payments: readonly ListedPayment[];
};

/** The desk for one payment. Its form appears once a choice is made, and a receipt replaces both after the payment. */
export function PaymentDesk({ options, balance, role, payments }: PaymentDeskProps) {
  const { choice: named, setChoice } = usePaymentView();
  const choice = named !== null && whyNotChoice(named, options, role) === null ? named : null;
  const mode = choice === "RECORD" ? null : choice;
  // An outcome that is found later must not close the form of an outside payment.
  const isRecording = choice === "RECORD";
  const desk = usePaymentDesk(mode, options, balance, payments, () => !isRecording && setChoice(null));
  const [recorded, setRecorded] = useState<ReceiptFacts | null>(null);
  const { progress } = desk;
  const { id } = options.customer;
  const name = userName(options.customer);
  const questions = <DeskQuestions desk={desk} name={name} options={options} />;
  const outcome = (
    <OutcomeStrip
      progress={progress}
      name={name}
      checking={desk.isChecking}
      onCheck={desk.checkUnknown}
      onDismiss={desk.dismiss}
    />
  );
  if (!isRecording && (progress.step === "paid" || recorded !== null)) {
    const actions = (
      <>
        <Link href={paths.userDetail({ id })} className={buttonVariants()}>
          Back to customer
        </Link>
        <Button
          variant="primary"
          onClick={() => (progress.step === "paid" ? desk.dismiss() : setRecorded(null))}
        >
          Another payment
        </Button>
      </>
    );
    return (
      <div className={cn(cardClass, "grid gap-3 p-4")}>
        {outcome}
        {progress.step === "paid" ? (
          <PaymentReceipt paid={progress} name={name} options={options} balance={balance} actions={actions} />
        ) : (
          recorded && <Receipt {...recorded} actions={actions} />
        )}
        {questions}
      </div>
    );
  }
  const refusal = named === null || named === "RECORD" ? null : desk.refusal(named);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {outcome}
      <Section id="what" title="1 Transaction">
        <ModePicker
          options={options}
          role={role}
          choice={choice}
          disabledReason={desk.isSending ? SENDING : null}
          onChoose={(next) => {
            if (next !== "RECORD") desk.choose(next);
            setChoice(next);
          }}
        />
        {mode !== null && desk.lost.length > 0 && (
          <output className="block pt-2 text-sm text-muted-foreground">
            {mode} starts without {desk.lost.join(" and ")}.
          </output>
        )}
      </Section>
      {mode === null && refusal !== null && (
        <Alert tone="danger" live="assertive">
          {failureText(refusal)}
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
      {isRecording && (
        <ManualPaymentForm
          customer={{ id, name }}
          balance={balance}
          role={role}
          onRecorded={setRecorded}
          onClose={() => setChoice(null)}
        />
      )}
      {questions}
    </div>
  );
}
