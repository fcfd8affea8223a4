import type { OverConfirmation } from "@countinghouse/validators/confirmations/schemas";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { changedFacts } from "@/components/payments/changed-facts.ts";
import { isCertainlyNotRecorded, isExplained } from "@/components/payments/payment-outcome.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** After this long without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 30_000;

export type RecordPayment = {
  record: (payment: ManualPayment, confirmed: OverConfirmation) => void;
  recording: boolean;
  /** The last try may or may not have been recorded. Sending the same values again finds out, and repeats nothing. */
  isUnknown: boolean;
  /** Why it was refused, when the refusal belongs on the form. */
  refusal: unknown;
};

/** Records one manual payment, at most once, however often it has to be sent. */
export function useRecordPayment(
  userId: number,
  { onRecorded, onRefused }: { onRecorded: () => void; onRefused: (error: unknown) => void },
): RecordPayment {
  const utils = trpc.useUtils();
  const [requestIdFor] = useState(() => makeRequestIds());
  const [isUnknown, setUnknown] = useState(false);
  const wasUnknown = useRef(false);
  const sending = useRef(false);
  const leaveOpen = (open: boolean) => {
    wasUnknown.current = open;
    setUnknown(open);
  };
  const refresh = () => {
    void utils.payments.listManual.invalidate({ userId });
    void utils.loans.invalidate();
    void utils.users.get.invalidate({ id: userId });
  };

  const mutation = useMutation({
    mutationFn: (sent: ManualPayment & { confirmed: OverConfirmation }) =>
      utils.client.payments.recordManual.mutate(
        { requestId: requestIdFor(sent), userId, ...sent },
        { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      ),
    onSuccess: () => {
      leaveOpen(false);
      toast.success(PAYMENTS_MESSAGES.recorded);
      refresh();
      onRecorded();
    },
    onError: (error) => {
      if (!isCertainlyNotRecorded(error, wasUnknown.current)) {
        leaveOpen(true);
        refresh();
        return;
      }
      leaveOpen(false);
      if (!isExplained(error)) {
        toast.error(PAYMENTS_MESSAGES.failed, { description: errorDetails(error).message });
      }
      onRefused(error);
    },
    onSettled: () => {
      sending.current = false;
    },
  });
  // The second of two quick presses comes before the screen has locked.
  const record: RecordPayment["record"] = (payment, confirmed) => {
    if (sending.current) return;
    sending.current = true;
    mutation.mutate({ ...payment, confirmed });
  };

  return {
    record,
    recording: mutation.isPending,
    isUnknown,
    refusal:
      !isUnknown && isExplained(mutation.error) && changedFacts(mutation.error) === null
        ? mutation.error
        : null,
  };
}
