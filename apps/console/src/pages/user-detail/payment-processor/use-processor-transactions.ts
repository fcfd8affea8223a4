import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { PROCESSOR_TRANSACTIONS_PAGE_SIZE } from "@countinghouse/validators/processor-transactions/rules";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";

export type ProcessorTransactions = RouterOutputs["payments"]["processorTransactions"];
export type ProcessorTransaction = ProcessorTransactions["transactions"][number];

type Page = Pick<RouterInputs["payments"]["processorTransactions"], "cursor">;

/** The pages loaded so far. The query is react-query's own: tRPC's would add a direction that the call does not take. */
export function useProcessorTransactions(userId: number, enabled: boolean) {
  const { client } = trpc.useUtils();
  const first: Page = { cursor: null };
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.payments.processorTransactions), { type: "infinite", input: { userId } }],
    queryFn: ({ pageParam, signal }) =>
      client.payments.processorTransactions.query(
        { userId, ...pageParam, limit: PROCESSOR_TRANSACTIONS_PAGE_SIZE },
        { signal },
      ),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }): Page | null => nextCursor && { cursor: nextCursor },
    enabled,
  });
}
