import type { RouterOutputs } from "@countinghouse/api";
import type { OverConfirmation } from "@countinghouse/validators/confirmations/schemas";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { payments } from "@countinghouse/validators/payments/contract";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { mutationOf } from "@/api/use-command.ts";
import { waitingApproval } from "@/api/waits.ts";
import { toast } from "@/lib/toast.ts";
import { changedFacts } from "../payments/changed-facts.ts";
import { isExplained } from "../payments/payment-outcome.ts";
import { useMoneyCall } from "../payments/use-money-call.ts";

export type RecordPayment = {
  record: (payment: ManualPayment, confirmed: OverConfirmation) => void;
  recording: boolean;
  /** The last try may or may not have been recorded. Sending the same values again finds out, and repeats nothing. */
  isUnknown: boolean;
  /** Why it was refused, when the refusal belongs on the form. */
  refusal: unknown;
};

type Answer = RouterOutputs["payments"]["recordManual"];

type RecordCalls = {
  onRecorded: (answer: Answer, payment: ManualPayment) => void;
  /** Runs when the payment waits for approval. */
  onWaiting: () => void;
  onRefused: (error: unknown) => void;
};

/** Records one manual payment, at most once, however often the request is sent. */
export function useRecordPayment(
  userId: number,
  { onRecorded, onWaiting, onRefused }: RecordCalls,
): RecordPayment {
  const { client } = trpc.useUtils();
  const money = useMoneyCall({
    ...mutationOf(payments.recordManual),
    call: (payment: ManualPayment & { confirmed: OverConfirmation }, { requestId, signal }) =>
      client.payments.recordManual.mutate({ requestId, userId, ...payment }, { signal }),
    onAnswer: (answer, payment) => {
      toast.success(PAYMENTS_MESSAGES.recorded);
      onRecorded(answer, payment);
    },
    onRefused: (error) => {
      if (!isExplained(error)) {
        toast.error(PAYMENTS_MESSAGES.failed, { description: errorDetails(error).message });
      }
      if (waitingApproval(error)) onWaiting();
      onRefused(error);
    },
  });
  return {
    record: (payment, confirmed) => money.send({ ...payment, confirmed }),
    recording: money.isSending,
    isUnknown: money.isUnanswered,
    refusal: isExplained(money.refusal) && changedFacts(money.refusal) === null ? money.refusal : null,
  };
}
