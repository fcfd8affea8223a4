import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { isCertainlyNotRecorded } from "../payments/payment-outcome.ts";
import { useRefreshPayments } from "../payments/use-refresh-payments.ts";
import { type Confirmed, type Order, type Outcome, type Progress, progressOf } from "./progress.ts";

/** After this long without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 45_000;

type Sent = { order: Order; confirmed: Confirmed; requestId: string };

export type RunPaymentCalls = {
  onPaid: (order: Order) => void;
  onDeclined: () => void;
  /** Nobody knows yet whether anything was done. */
  onUnknown: () => void;
  /** Told what the server refused; nothing was done. */
  onRefused: (error: unknown, order: Order) => void;
};

/** Sends a payment, at most once, and follows it until its outcome is known. */
export function useRunPayment(userId: number, calls: RunPaymentCalls) {
  const { client } = trpc.useUtils();
  const refresh = useRefreshPayments();
  const [requestIds, setRequestIds] = useState(() => makeRequestIds());
  const [progress, setProgress] = useState<Progress>({ step: "none" });
  const sending = useRef(false);
  /** On its way from the field to the call, and no longer. */
  const passcode = useRef("");

  const settle = (order: Order, requestId: string, outcome: Outcome) => {
    const next = progressOf(order, requestId, outcome);
    setProgress(next);
    refresh(userId);
    if (next.step === "unknown") return calls.onUnknown();
    // What is done is done: the same once more is another payment.
    setRequestIds(() => makeRequestIds());
    if (next.step === "declined") return calls.onDeclined();
    toast.success(outcome.message);
    calls.onPaid(order);
  };

  const mutation = useMutation({
    mutationFn: ({ order, confirmed, requestId }: Sent) => {
      const typed = passcode.current;
      passcode.current = "";
      return client.payments.run.mutate(
        { ...order, confirmed, passcode: typed, requestId },
        { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      );
    },
    onSuccess: (outcome, { order, requestId }) => settle(order, requestId, outcome),
    onError: (error, { order, requestId }) => {
      refresh(userId);
      if (isCertainlyNotRecorded(error, false)) return calls.onRefused(error, order);
      setProgress({ step: "unknown", order, requestId, outcome: null, isNotBegun: false });
      calls.onUnknown();
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  return {
    progress,
    isSending: mutation.isPending,
    send: (order: Order, confirmed: Confirmed, typed: string) => {
      // The second of two quick presses comes before the screen has locked.
      if (sending.current) return;
      sending.current = true;
      passcode.current = typed;
      setProgress({ step: "none" });
      mutation.mutate({ order, confirmed, requestId: requestIds({ order, confirmed }) });
    },
    /** What was found out about a payment whose outcome was not known; null: the server knows of no such call. */
    learn: (outcome: Outcome | null) => {
      if (progress.step !== "unknown") return;
      if (outcome) settle(progress.order, progress.requestId, outcome);
      else setProgress({ ...progress, isNotBegun: true });
    },
    forget: () => setProgress({ step: "none" }),
  };
}
