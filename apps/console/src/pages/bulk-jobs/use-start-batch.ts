import type { RouterInputs } from "@countinghouse/api";
import { getMutationKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useMoneyCall } from "@/components/payments/use-money-call.ts";

type Start =
  | { what: "balance"; input: Omit<RouterInputs["bulkJobs"]["startBalance"], "requestId"> }
  | { what: "payments"; input: Omit<RouterInputs["bulkJobs"]["startPayments"], "requestId"> };

/** Starts a batch, at most once, however often it has to be sent. */
export function useStartBatch(onStarted: (batchId: string) => void) {
  const { client } = trpc.useUtils();
  const { startBalance, startPayments } = client.bulkJobs;
  return useMoneyCall({
    mutationKey: getMutationKey(trpc.bulkJobs.startPayments),
    meta: PENDING_UNTIL_READ,
    call: (start: Start, { requestId, signal }) =>
      start.what === "balance"
        ? startBalance.mutate({ ...start.input, requestId }, { signal })
        : startPayments.mutate({ ...start.input, requestId }, { signal }),
    onAnswer: ({ batchId }) => onStarted(batchId),
  });
}
