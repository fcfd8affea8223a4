import { unmovedSentence } from "@countinghouse/validators/payments/rules";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { type ReactNode, useEffect, useRef } from "react";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { Facts } from "../facts/facts.tsx";
import { modeSentence } from "./mode-words.ts";
import type { Outcome, Progress } from "./progress.ts";
import { orderFacts } from "./review.ts";
import type { PaymentOptions } from "./use-payment-options.ts";

type OutcomeStripProps = {
  progress: Progress;
  name: string;
  options: PaymentOptions;
  checking: boolean;
  onCheck: () => void;
  onDismiss: () => void;
};

/** The outcome of the last payment, on the page itself. */
export function OutcomeStrip({ progress, name, options, checking, onCheck, onDismiss }: OutcomeStripProps) {
  if (progress.step === "none") return null;
  const { order } = progress;
  const what = modeSentence(order.mode, order.amountCents, name);
  const dismiss = (
    <Button size="small" variant="ghost" onClick={onDismiss}>
      Dismiss
    </Button>
  );
  if (progress.step === "unknown") {
    return (
      <Alert
        tone="warning"
        live="assertive"
        action={
          <Button size="small" pending={checking} onClick={onCheck}>
            Check status
          </Button>
        }
      >
        {TEXT.outcomeUnknown} {what}.
      </Alert>
    );
  }
  const { outcome } = progress;
  if (progress.step === "declined") {
    return (
      <Alert tone="danger" live="assertive" action={dismiss}>
        {outcome.message}
        <span className="block">
          {what}. {unmovedSentence(outcome)}
        </span>
      </Alert>
    );
  }
  return (
    <Receipt
      key={outcome.paymentId}
      what={what}
      outcome={outcome}
      facts={orderFacts(order, name, options)}
      action={dismiss}
    />
  );
}

type ReceiptProps = {
  what: string;
  outcome: Outcome;
  facts: ReturnType<typeof orderFacts>;
  action: ReactNode;
};

/** The result of a payment that went out. It takes the focus, so that it is in view where the form was. */
function Receipt({ what, outcome, facts, action }: ReceiptProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The closed dialog returns the focus first. A focused field is left alone.
    const timer = setTimeout(() => {
      if (!(document.activeElement instanceof HTMLInputElement)) box.current?.focus();
    });
    return () => clearTimeout(timer);
  }, []);
  return (
    <section ref={box} tabIndex={-1} aria-label="Receipt" className="grid gap-2 outline-none">
      <Alert tone="success" live="polite" action={action}>
        <span className="group/row flex flex-wrap items-center gap-x-2">
          <span>
            {outcome.message.replace(/\.$/, "")}. {what}: {PAYMENT_STATES[outcome.state].word.toLowerCase()},
            reference <span className="id-text">{outcome.reference}</span>
          </span>
          <CopyButton value={outcome.reference} label="reference" />
        </span>
        <Facts facts={facts} />
      </Alert>
      {outcome.postFundingMessage !== null && (
        <Alert tone="warning" live="assertive">
          {outcome.postFundingMessage}. The money was paid out. The follow-up steps will be retried.
        </Alert>
      )}
    </section>
  );
}
