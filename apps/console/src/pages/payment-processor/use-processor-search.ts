import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";
import type { ProcessorView } from "./use-processor-view.ts";

export type FoundTransaction = RouterOutputs["payments"]["searchProcessor"]["transactions"][number];

type Cursor = RouterInputs["payments"]["searchProcessor"]["cursor"];

const FIRST: Cursor = null;

/** The pages of transactions found so far, the latest first. */
export function useProcessorSearch({ userId, filters }: Pick<ProcessorView, "userId" | "filters">) {
  const { client } = trpc.useUtils();
  const input = { userId, ...filters };
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.payments.searchProcessor), { type: "infinite", input }],
    queryFn: ({ pageParam, signal }) =>
      client.payments.searchProcessor.query({ ...input, cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
}
