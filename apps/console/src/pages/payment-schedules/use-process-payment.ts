import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { unmovedSentence } from "@countinghouse/validators/payments/rules";
import { isPaid, isUnaccounted } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { getMutationKey } from "@trpc/react-query";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { waitingApproval } from "@/api/waits.ts";
import { type Changed, changedFacts, toSeenFacts } from "@/components/payments/changed-facts.ts";
import { useMoneyCall } from "@/components/payments/use-money-call.ts";
import { toast } from "@/lib/toast.ts";

export type Schedule = RouterOutputs["paymentSchedules"]["search"]["schedules"][number];

type Order = Omit<RouterInputs["paymentSchedules"]["process"], "requestId">;

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
  const { id, leftCents: amountCents } = schedule;
  const { client } = trpc.useUtils();
  const [unknownPaymentId, setUnknownPaymentId] = useState<string | null>(null);
  const [changed, setChanged] = useState<Changed | null>(null);
  const money = useMoneyCall({
    mutationKey: getMutationKey(trpc.paymentSchedules.process),
    call: (order: Order, { requestId, signal }) =>
      client.paymentSchedules.process.mutate({ ...order, requestId }, { signal }),
    onAnswer: ({ state, message, failureCode, paymentId }) => {
      if (isUnaccounted(state)) return setUnknownPaymentId(paymentId);
      if (isPaid(state)) toast.success(message);
      else toast.error(message, { description: unmovedSentence({ state, failureCode }) ?? "" });
      onDone();
    },
    isFinal: ({ state }) => !isUnaccounted(state),
    onRefused: (error) => {
      const told = changedFacts(error);
      if (told) return setChanged(told);
      if (waitingApproval(error) === null)
        toast.error(TEXT.failed, { description: errorDetails(error).message });
      onDone();
    },
  });
  const seen = toSeenFacts(changed?.owing ?? schedule);
  const confirmed = { seen, equalPaymentId: changed?.equalPaymentId ?? null };
  return {
    progress: toProgress(unknownPaymentId, money.isUnanswered),
    changed,
    isSending: money.isSending,
    send: () => money.send({ scheduleId: id, amountCents, confirmed }),
  };
}

function toProgress(unknownPaymentId: string | null, isUnanswered: boolean): ProcessStep {
  if (unknownPaymentId !== null) return { step: "unknown", paymentId: unknownPaymentId };
  return { step: isUnanswered ? "unanswered" : "asking" };
}
