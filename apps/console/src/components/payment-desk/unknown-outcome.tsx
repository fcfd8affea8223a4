import { formatNewYork } from "@countinghouse/validators/new-york";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { modeSentence } from "./mode-words.ts";
import type { Unknown } from "./progress.ts";

type UnknownOutcomeProps = {
  unknown: Unknown;
  name: string;
  checking: boolean;
  onCheck: () => void;
  onClose: () => void;
};

/** The dialog for a payment without a known outcome, which must not be repeated until the outcome is known. */
export function UnknownOutcome({ unknown, name, checking, onCheck, onClose }: UnknownOutcomeProps) {
  const { order, outcome, isNotBegun } = unknown;
  const what = modeSentence(order.mode, order.amountCents, name);
  if (isNotBegun) {
    return (
      <AlertDialog
        title="Payment not started"
        worksOffline
        confirmLabel="Back to the form"
        onConfirm={onClose}
        onCancel={onClose}
      >
        <p role="alert">
          {what}: the payment was not started. If you send it again unchanged, it cannot be paid twice.
        </p>
      </AlertDialog>
    );
  }
  return (
    <AlertDialog
      title="Outcome unknown"
      worksOffline
      confirmLabel="Check status"
      cancelLabel="Close"
      pending={checking}
      onConfirm={onCheck}
      onCancel={onClose}
    >
      <div className="grid gap-2">
        <p role="alert">{TEXT.outcomeUnknown}</p>
        <p>{what}.</p>
        <p>{nextStep(outcome)}</p>
      </div>
    </AlertDialog>
  );
}

function nextStep(outcome: Unknown["outcome"]): string {
  if (outcome === null)
    return "The server did not answer. Use Check status to get the outcome of the payment.";
  if (outcome.state === "NEEDS_REVIEW")
    return "The processor has not reported the outcome yet. Wait for its reports, or call the processor.";
  const { nextLookAt } = outcome;
  if (nextLookAt === null) return "The processor is being asked.";
  return `The processor is asked again at ${formatNewYork(nextLookAt, "dateTime").slice(11)} ET.`;
}
