import { formatCents } from "@countinghouse/validators/money";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useSubmission } from "@/form/form-shell.ts";
import { MoneyField } from "@/form/money-field.tsx";
import { RadioListField } from "@/form/radio-list-field.tsx";
import { SubmitError } from "@/form/submit-error.tsx";
import { useUnsavedChanges } from "@/form/unsaved-changes.tsx";
import { useWhyNot, useWhyNotSend } from "@/layout/use-admin.ts";
import { useOnline } from "@/lib/use-online.ts";
import { Button } from "@/ui/button.tsx";
import { SheetBody, SheetFooter } from "@/ui/sheet.tsx";
import { DeskQuestions } from "../payment-desk/desk-questions.tsx";
import { cardChoices } from "../payment-desk/instruments.ts";
import { modeAction } from "../payment-desk/mode-words.ts";
import { OutcomeStrip } from "../payment-desk/outcome-strip.tsx";
import { PaymentReceipt } from "../payment-desk/payment-receipt.tsx";
import { typedCents } from "../payment-desk/payment-values.ts";
import type { Balance } from "../payment-desk/use-balance.ts";
import { SENDING, usePaymentDesk } from "../payment-desk/use-payment-desk.ts";
import type { PaymentOptions } from "../payment-desk/use-payment-options.ts";
import { whyNotSubmit } from "../payment-desk/why-not-submit.ts";
import { OverBalance } from "../payments/over-balance.tsx";

type SaleFormProps = {
  options: PaymentOptions;
  balance: Balance;
  name: string;
  /** YYYY-MM-DD in New York. */
  today: string;
  onClose: () => void;
};

/** Card and amount of one sale, and what became of it. It is the payment page's desk with only the sale in it. */
export function SaleForm({ options, balance, name, today, onClose }: SaleFormProps) {
  const desk = usePaymentDesk("SALE", options, balance, []);
  const { form, progress } = desk;
  const refusal = desk.refusal("SALE");
  const isOnline = useOnline();
  const whyNotSend = useWhyNotSend();
  const whyNotCharge = useWhyNot("payments.charge");
  const unsaved = useUnsavedChanges(form);
  const cents = typedCents(form.watch("amount"));
  const { balance: over } = desk.warnings("SALE", cents);
  const whyNotMore = useWhyNot("payments.takeMoreThanOwed");
  const whyNotOver = over !== null && balance.state === "known" ? whyNotMore : null;
  const whyNotExternal = options.customer.isExternal ? TEXT.withAgency : null;
  const disabledReason =
    whyNotCharge ??
    options.whyNotRail.CARD ??
    whyNotExternal ??
    whyNotSubmit({
      mode: "SALE",
      isOnline,
      whyNotSend,
      lock: null,
      whyNotOver,
      progress,
      payments: [],
      balance,
    });
  const sendingReason = desk.isSending ? SENDING : null;
  const submit = useSubmission({
    form,
    onSubmit: desk.review,
    submitting: desk.isSending,
    submitError: refusal,
    disabledReason,
  });
  if (progress.step === "paid")
    return (
      <>
        <SheetBody>
          <PaymentReceipt
            paid={progress}
            name={name}
            options={options}
            balance={balance}
            actions={<Button onClick={desk.dismiss}>Another payment</Button>}
          />
        </SheetBody>
        <SheetFooter>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </SheetFooter>
      </>
    );
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <SheetBody>
        <OutcomeStrip
          progress={progress}
          name={name}
          checking={desk.isChecking}
          onCheck={desk.checkUnknown}
          onDismiss={desk.dismiss}
        />
        <RadioListField
          control={form.control}
          name="instrumentId"
          label="Card"
          choices={cardChoices("SALE", options.cards, today)}
          required
          empty="This customer has no card."
          disabledReason={sendingReason}
        />
        <MoneyField
          control={form.control}
          name="amount"
          label="Amount (USD)"
          required
          {...(balance.state === "known" && { description: `Owes ${formatCents(balance.cents)}.` })}
          disabledReason={sendingReason}
        />
        {over !== null && <OverBalance warning={over} whyNot={whyNotOver} />}
        <SubmitError error={refusal} failureMessage={undefined} />
      </SheetBody>
      <SheetFooter>
        <Button onClick={() => unsaved.askBefore(onClose)}>Close</Button>
        <Button type="submit" variant="primary" pending={desk.isSending} disabledReason={disabledReason}>
          {modeAction("SALE", cents)}…
        </Button>
      </SheetFooter>
      {unsaved.dialog}
      <DeskQuestions desk={desk} name={name} options={options} />
    </form>
  );
}
