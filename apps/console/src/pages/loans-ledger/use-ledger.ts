import type { RouterOutputs } from "@countinghouse/api";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import { byCursor, pagesKey, usePages } from "@/api/use-pages.ts";

type Page = RouterOutputs["ledger"]["list"];

const PAGING = byCursor(({ lines }: Page) => lines);

/** The pages of the ledger loaded so far, from the moment it is asked for until it is asked for anew. */
export function useLedger(isAskedFor: boolean) {
  const cache = useQueryClient();
  const query = usePages(
    trpc.ledger.list,
    {},
    // Every page would be fetched again, each time the reader comes back to the window.
    { ...PAGING, enabled: isAskedFor, staleTime: Number.POSITIVE_INFINITY },
  );
  /** From the newest line again; what is on the screen stays until that is there. */
  const reload = () => {
    cache.setQueryData<InfiniteData<Page>>(
      pagesKey(trpc.ledger.list, {}),
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    );
    void query.refetch();
  };
  const loadMore = () => {
    if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
  };
  return { query, lines: query.data?.rows, total: query.data?.pages[0]?.total ?? 0, reload, loadMore };
}
