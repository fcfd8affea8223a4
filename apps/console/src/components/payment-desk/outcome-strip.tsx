import { unmovedSentence } from "@countinghouse/validators/payments/rules";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { modeSentence } from "./mode-words.ts";
import type { Progress } from "./progress.ts";

type OutcomeStripProps = {
  progress: Progress;
  name: string;
  checking: boolean;
  onCheck: () => void;
  onDismiss: () => void;
};

/** What became of the last payment, on the page itself. */
export function OutcomeStrip({ progress, name, checking, onCheck, onDismiss }: OutcomeStripProps) {
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
    <div className="grid gap-2">
      <Alert live="polite" action={dismiss}>
        <span className="group/row flex flex-wrap items-center gap-x-2">
          <span>
            {outcome.message.replace(/\.$/, "")}. {what}: {PAYMENT_STATES[outcome.state].word.toLowerCase()},
            reference <span className="id-text">{outcome.reference}</span>
          </span>
          <CopyButton value={outcome.reference} label="reference" />
        </span>
      </Alert>
      {outcome.postFundingMessage !== null && (
        <Alert tone="warning" live="assertive">
          {outcome.postFundingMessage}. The money was paid out; what follows from it is tried again.
        </Alert>
      )}
    </div>
  );
}
