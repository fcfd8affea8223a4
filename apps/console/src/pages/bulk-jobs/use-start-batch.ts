import type { RouterInputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { useMoneyCall } from "@/components/payments/use-money-call.ts";

type Start =
  | { what: "balance"; input: Omit<RouterInputs["bulkJobs"]["startBalance"], "requestId"> }
  | { what: "payments"; input: Omit<RouterInputs["bulkJobs"]["startPayments"], "requestId"> };

/** Starts a batch, at most once, however often it has to be sent. */
export function useStartBatch(onStarted: (batchId: string) => void) {
  const utils = trpc.useUtils();
  const { startBalance, startPayments } = utils.client.bulkJobs;
  return useMoneyCall({
    call: (start: Start, { requestId, signal }) =>
      start.what === "balance"
        ? startBalance.mutate({ ...start.input, requestId }, { signal })
        : startPayments.mutate({ ...start.input, requestId }, { signal }),
    onAnswer: ({ batchId }) => onStarted(batchId),
    onSettled: () => utils.bulkJobs.invalidate(),
  });
}
