import type { RouterOutputs } from "@countinghouse/api";
import { isOpen, isPaid, unmovedSentence } from "@countinghouse/validators/payments/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { type Changed, changedFacts, seenOf } from "@/components/payments/changed-facts.ts";
import { isCertainlyNotRecorded } from "@/components/payments/payment-outcome.ts";
import { useRefreshPayments } from "@/components/payments/use-refresh-payments.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { Schedule } from "./use-schedules.ts";

type Outcome = RouterOutputs["paymentSchedules"]["process"];

/** After this long without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 45_000;

export type ProcessStep =
  | { step: "asking" }
  /** The server did not answer: asked again for the same payment, it makes no second one. */
  | { step: "unanswered" }
  /** The processor did not say what became of it. */
  | { step: "unknown"; paymentId: string };

/**
 * Collects one scheduled payment, at most once, however often it has to be sent. `changed` is what the server refused it
 * with because something had changed: sent again, it is confirmed on that.
 */
export function useProcessPayment(schedule: Schedule, onDone: () => void) {
  const { id, amountCents, userId } = schedule;
  const { client } = trpc.useUtils();
  const [requestIdFor] = useState(() => makeRequestIds());
  const [progress, setProgress] = useState<ProcessStep>({ step: "asking" });
  const [changed, setChanged] = useState<Changed | null>(null);
  const sending = useRef(false);
  const refresh = useRefreshPayments();
  const hear = ({ state, message, failureCode, paymentId }: Outcome) => {
    if (isOpen(state) || state === "NEEDS_REVIEW") return setProgress({ step: "unknown", paymentId });
    if (isPaid(state)) toast.success(message);
    else toast.error(message, { description: unmovedSentence({ state, failureCode }) ?? "" });
    onDone();
  };
  const mutation = useMutation({
    mutationFn: () => {
      const seen = seenOf(changed?.owing ?? schedule);
      const equalPaymentId = changed?.equalPaymentId ?? null;
      const what = { scheduleId: id, amountCents, confirmed: { seen, equalPaymentId } };
      const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
      return client.paymentSchedules.process.mutate({ ...what, requestId: requestIdFor(what) }, { signal });
    },
    onSuccess: hear,
    onError: (error) => {
      if (!isCertainlyNotRecorded(error, progress.step === "unanswered"))
        return setProgress({ step: "unanswered" });
      const told = changedFacts(error);
      if (told) {
        setProgress({ step: "asking" });
        return setChanged(told);
      }
      toast.error(TEXT.failed, { description: errorDetails(error).message });
      onDone();
    },
    onSettled: () => {
      sending.current = false;
      refresh(userId);
    },
  });
  return {
    progress,
    changed,
    isSending: mutation.isPending,
    // The second of two quick presses comes before the screen has locked.
    send: () => {
      if (sending.current) return;
      sending.current = true;
      mutation.mutate();
    },
  };
}
