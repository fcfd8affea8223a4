import { formatCents } from "@countinghouse/validators/money";
import {
  PAYMENT_DATES_LABELS,
  whyNotProcessPayment,
} from "@countinghouse/validators/payment-schedules/rules";
import { owedAfterPaying } from "@countinghouse/validators/payments/payoff";
import { PAYMENT_TEXTS } from "@countinghouse/validators/payments/texts";
import { useState } from "react";
import { useLocation } from "wouter";
import { Facts } from "@/components/facts/facts.tsx";
import { TypedAmount, useTypedAmount } from "@/components/payments/typed-amount.tsx";
import { useSettlement } from "@/components/payments/use-settlement.ts";
import { useWhyNotSend } from "@/layout/use-admin.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { type Schedule, useProcessPayment } from "./use-process-payment.ts";

type ProcessPaymentProps = { schedule: Schedule; onClose: () => void };

/** The last question before a scheduled payment is collected. It stays until the outcome is known, or known not to be. */
export function ProcessPayment({ schedule: shown, onClose }: ProcessPaymentProps) {
  const [schedule] = useState(shown);
  const { progress, changed, isSending, send } = useProcessPayment(schedule, onClose);
  const typed = useTypedAmount(schedule.leftCents, changed);
  const settlement = useSettlement();
  const [, navigate] = useLocation();
  const whyNoneGoesOut = useWhyNotSend();
  const { userName, userId, paymentDate, leftCents: amountCents, source } = schedule;
  const { balanceCents, payoffCents } = changed?.owing ?? schedule;
  const amount = formatCents(amountCents);
  const whyNotNow = whyNotProcessPayment({ ...schedule, balanceCents, payoffCents });
  const whyNotSend = whyNoneGoesOut ?? whyNotNow;

  if (progress.step === "unanswered") {
    const leave = () => {
      toast.error("The outcome of this payment is unknown", {
        description: `Look at the row of ${paymentDate} before you process it again.`,
      });
      onClose();
    };
    return (
      <AlertDialog
        title="Outcome unknown"
        worksOffline
        confirmLabel="Check"
        cancelLabel="Close"
        pending={isSending}
        onConfirm={send}
        onCancel={leave}
      >
        <p role="alert">
          The server did not answer. The payment of {amount} by {userName} may or may not have been made.
          Check requests the same payment again. It cannot be made twice.
        </p>
      </AlertDialog>
    );
  }
  if (progress.step === "unknown") {
    return (
      <AlertDialog
        title="Outcome unknown"
        worksOffline
        confirmLabel="Open in Payment Processor"
        cancelLabel="Close"
        onConfirm={() => navigate(paths.paymentProcessor({ payment: progress.paymentId }))}
        onCancel={onClose}
      >
        <p role="alert">{PAYMENT_TEXTS.outcomeUnknown}</p>
      </AlertDialog>
    );
  }
  return (
    <AlertDialog
      title={`Process the payment of ${amount} by ${userName}?`}
      confirmLabel={`Process ${amount} payment`}
      confirmDisabledReason={whyNotSend ?? (changed && typed.whyNot)}
      focus="cancel"
      pending={isSending}
      onConfirm={send}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        {changed && (
          <Alert tone="danger" live="assertive">
            {changed.message}
          </Alert>
        )}
        <Facts
          facts={[
            ["Customer", `${userName} #${userId}`],
            [PAYMENT_DATES_LABELS.paymentDate, paymentDate],
            ["From", source === null ? "" : sourceText(source)],
            [
              "Balance",
              `${formatCents(balanceCents)} → ${formatCents(owedAfterPaying(amountCents, { balanceCents, payoffCents }))}`,
            ],
            ...(source?.mode === "DEBIT" ? [["Settlement", settlement] as const] : []),
          ]}
        />
        {changed && whyNotNow === null && <TypedAmount typed={typed} sending={isSending} />}
        <output className="empty:absolute">
          {isSending && <Alert>The payment is being sent. Do not close.</Alert>}
        </output>
      </div>
    </AlertDialog>
  );
}

const WORDS = { DEBIT: "Bank account", SALE: "Card" };
const REASONS = { preference: "payment preference", primary: "primary" };

const sourceText = ({ mode, last4, chosenBy }: NonNullable<Schedule["source"]>): string =>
  `${WORDS[mode]} •••• ${last4} by ${mode} (${REASONS[chosenBy]})`;
