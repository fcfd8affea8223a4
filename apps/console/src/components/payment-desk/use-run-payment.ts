import { formatNewYork } from "@countinghouse/validators/new-york";
import { payments } from "@countinghouse/validators/payments/contract";
import { isUnaccounted } from "@countinghouse/validators/payments/states";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { mutationOf } from "@/api/use-command.ts";
import { toast } from "@/lib/toast.ts";
import { useMoneyCall } from "../payments/use-money-call.ts";
import { type Confirmed, type Order, type Outcome, type Progress, toProgress } from "./progress.ts";

type Sent = { order: Order; confirmed: Confirmed };

export type RunPaymentCalls = {
  /** Returns the customer, the amount and the account, which follow the message of the specification. */
  describe: (order: Order) => string;
  onPaid: (order: Order) => void;
  onDeclined: () => void;
  /** Runs when it is unknown whether anything was done. */
  onUnknown: () => void;
  /** Runs with the refusal of the server; nothing was done. */
  onRefused: (error: unknown, order: Order) => void;
};

/** Sends a payment at most once, and follows it until its outcome is known. */
export function useRunPayment(calls: RunPaymentCalls) {
  const { client } = trpc.useUtils();
  const readAgain = useReadAgain();
  const [progress, setProgress] = useState<Progress>({ step: "none" });
  /** The passcode between the field and the call; the call clears it. */
  const passcode = useRef("");

  const follow = (order: Order, requestId: string, outcome: Outcome) => {
    if (outcome.heldUntil !== null) {
      toast.info("Payment on hold", {
        description: `${calls.describe(order)}. It will be sent at ${formatNewYork(outcome.heldUntil, "dateTime").slice(11)} ET and can be cancelled until then.`,
      });
      return calls.onPaid(order);
    }
    const next = toProgress(order, requestId, outcome);
    setProgress(next);
    if (next.step === "unknown") return calls.onUnknown();
    if (next.step === "declined") return calls.onDeclined();
    toast.success(outcome.message, { description: calls.describe(order) });
    calls.onPaid(order);
  };

  const money = useMoneyCall({
    ...mutationOf(payments.run),
    call: ({ order, confirmed }: Sent, { requestId, signal }) => {
      const typed = passcode.current;
      passcode.current = "";
      return client.payments.run.mutate({ ...order, confirmed, passcode: typed, requestId }, { signal });
    },
    onAnswer: (outcome, { order }, requestId) => follow(order, requestId, outcome),
    isFinal: ({ state, heldUntil }) => heldUntil !== null || !isUnaccounted(state),
    onRefused: (error, { order }) => calls.onRefused(error, order),
    onUnanswered: ({ order }, requestId) => {
      setProgress({ step: "unknown", order, requestId, outcome: null, isNotBegun: false });
      calls.onUnknown();
    },
  });

  return {
    progress,
    isSending: money.isSending,
    send: (order: Order, confirmed: Confirmed, typed: string) =>
      money.send({ order, confirmed }, () => {
        passcode.current = typed;
        setProgress({ step: "none" });
      }),
    /** Takes the outcome that was found for an unknown payment; null when the server has no such call. */
    learn: (outcome: Outcome | null) => {
      if (progress.step !== "unknown") return;
      money.forget();
      if (outcome === null) return setProgress({ ...progress, isNotBegun: true });
      void readAgain(payments.run.affects);
      if (toProgress(progress.order, progress.requestId, outcome).step !== "unknown") money.renew();
      follow(progress.order, progress.requestId, outcome);
    },
    forget: () => setProgress({ step: "none" }),
  };
}
