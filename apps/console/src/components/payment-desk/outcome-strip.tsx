import { unmovedSentence } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { modeSentence } from "./mode-words.ts";
import type { Progress } from "./progress.ts";

type OutcomeStripProps = {
  progress: Progress;
  name: string;
  checking: boolean;
  onCheck: () => void;
  onDismiss: () => void;
};

/** The last payment while its outcome is unknown, or after it was declined, on the page itself. */
export function OutcomeStrip({ progress, name, checking, onCheck, onDismiss }: OutcomeStripProps) {
  if (progress.step === "none" || progress.step === "paid") return null;
  const { order } = progress;
  const what = modeSentence(order.mode, order.amountCents, name);
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
  return (
    <Alert
      tone="danger"
      live="assertive"
      action={
        <Button size="small" variant="ghost" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      {outcome.message}
      <span className="block">
        {what}. {unmovedSentence(outcome)}
      </span>
    </Alert>
  );
}
