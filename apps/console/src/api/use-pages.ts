import { type InfiniteData, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getUntypedClient } from "@trpc/client";
import { getQueryKey } from "@trpc/react-query";
import type { InferQueryLikeData, InferQueryLikeInput } from "@trpc/react-query/shared";
import { useCallback } from "react";
import { trpc } from "./client.ts";

type Procedure = Parameters<typeof getQueryKey>[0];

type PagesOptions<Page, Place, Row> = {
  /** What the input of the first page has beside the rest, such as `{ cursor: null }`. */
  first: Place;
  /** The same for the page behind this one; null behind the last. */
  next: (page: Page) => Place | null;
  /** The rows of a page. Written at module scope, it runs once a page. */
  rows: (page: Page) => readonly Row[];
  enabled?: boolean;
  /** While another list is fetched the rows of the former one stay. */
  keepsRows?: boolean;
  staleTime?: number;
  /** How often all pages are read again, by what is in sight; false for never. */
  refetchEvery?: number | false | ((rows: readonly Row[]) => number | false);
};

/** Of pages that name the next one by a cursor. */
export const byCursor = <Page extends { nextCursor: unknown }, Row>(
  rows: (page: Page) => readonly Row[],
): PagesOptions<Page, { cursor: Page["nextCursor"] | null }, Row> => ({
  first: { cursor: null },
  next: ({ nextCursor }) => (nextCursor === null ? null : { cursor: nextCursor }),
  rows,
});

const procedurePath = (procedure: Procedure): string => getQueryKey(procedure)[0].join(".");

/** What `usePages` keeps of a procedure in the cache. */
export const pagesKey = (procedure: Procedure, input: object) => [
  ...getQueryKey(procedure),
  { type: "infinite", input },
];

/**
 * The pages of a list that are loaded so far, with their rows as one list. The query is react-query's own: tRPC's would
 * add the direction of paging to the input, which our procedures refuse, since they take what they name and nothing else.
 */
export function usePages<P extends Procedure, Place extends object, Row>(
  procedure: P,
  input: Omit<InferQueryLikeInput<P>, keyof Place>,
  options: PagesOptions<InferQueryLikeData<P>, Place, Row>,
) {
  type Page = InferQueryLikeData<P>;
  const client = getUntypedClient(trpc.useUtils().client);
  const { first, next, rows, keepsRows = false, staleTime, enabled = true, refetchEvery = false } = options;
  const select = useCallback(
    ({ pages }: InfiniteData<Page>) => ({ pages, rows: pages.flatMap(rows) }),
    [rows],
  );
  return useInfiniteQuery({
    queryKey: pagesKey(procedure, input),
    queryFn: async ({ pageParam, signal }) =>
      // The answer of this path, which the client without types does not know.
      (await client.query(procedurePath(procedure), Object.assign({}, input, pageParam), { signal })) as Page,
    initialPageParam: first,
    getNextPageParam: next,
    select,
    enabled,
    ...(keepsRows && { placeholderData: keepPreviousData }),
    ...(staleTime !== undefined && { staleTime }),
    refetchInterval: ({ state }) =>
      typeof refetchEvery === "function"
        ? refetchEvery((state.data?.pages ?? []).flatMap(rows))
        : refetchEvery,
  });
}
