import type { RouterInputs } from "@countinghouse/api";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";

type Cursor = RouterInputs["ledger"]["list"]["cursor"];

const FIRST: Cursor = null;

/** The pages of the ledger loaded so far, from the moment it is asked for until it is asked for anew. */
export function useLedger(isAskedFor: boolean) {
  const { client } = trpc.useUtils();
  const cache = useQueryClient();
  const queryKey = [...getQueryKey(trpc.ledger.list), { type: "infinite" }];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => client.ledger.list.query({ cursor: pageParam }, { signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isAskedFor,
    // Every page would be fetched again, each time the reader comes back to the window.
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** From the newest line again; what is on the screen stays until that is there. */
  const reload = () => {
    cache.setQueryData<typeof query.data>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void query.refetch();
  };
  return { ...query, reload };
}
