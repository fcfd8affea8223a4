import type { RouterInputs } from "@countinghouse/api";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { isCertainlyNotRecorded } from "@/components/payments/payment-outcome.ts";
import { makeRequestIds } from "@/lib/request-id.ts";

/** After this long without an answer the outcome counts as unknown. */
const ANSWER_WITHIN_MS = 45_000;

type Start =
  | { what: "balance"; input: Omit<RouterInputs["bulkJobs"]["startBalance"], "requestId"> }
  | { what: "payments"; input: Omit<RouterInputs["bulkJobs"]["startPayments"], "requestId"> };

/** Starts a batch, at most once, however often it has to be sent. */
export function useStartBatch(onStarted: (batchId: string) => void) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const [requestIdFor, setRequestIds] = useState(() => makeRequestIds());
  const [isUnanswered, setUnanswered] = useState(false);
  const sending = useRef(false);
  const mutation = useMutation({
    mutationFn: (start: Start) => {
      const requestId = requestIdFor(start);
      const options = { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
      return start.what === "balance"
        ? client.bulkJobs.startBalance.mutate({ ...start.input, requestId }, options)
        : client.bulkJobs.startPayments.mutate({ ...start.input, requestId }, options);
    },
    onSuccess: ({ batchId }) => {
      setUnanswered(false);
      // The same list once more is another batch.
      setRequestIds(() => makeRequestIds());
      onStarted(batchId);
    },
    onError: (error) => setUnanswered((wasUnanswered) => !isCertainlyNotRecorded(error, wasUnanswered)),
    onSettled: () => {
      sending.current = false;
      return utils.bulkJobs.invalidate();
    },
  });
  return {
    /** What the server refused; null while it refused nothing. */
    refusal: isUnanswered ? null : mutation.error,
    isUnanswered,
    isSending: mutation.isPending,
    forget: () => {
      setUnanswered(false);
      mutation.reset();
    },
    send: (start: Start) => {
      // The second of two quick presses comes before the screen has locked.
      if (sending.current) return;
      sending.current = true;
      mutation.mutate(start);
    },
  };
}
