import type { RouterInputs } from "@countinghouse/api";
import { USERS_PAGE_SIZE } from "@countinghouse/validators/users/rules";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { trpc } from "@/api/client.ts";
import type { UsersView } from "./use-users-view.ts";

type Page = { cursor: RouterInputs["users"]["list"]["cursor"]; limit: number };

/**
 * The pages of the list loaded so far. The query is react-query's own: tRPC's infinite query would put the
 * direction of paging into the input's `direction`, which here is the direction of the sort.
 */
export function useUsers({ query, sort, rowsAtFirst }: Pick<UsersView, "query" | "sort" | "rowsAtFirst">) {
  const { client } = trpc.useUtils();
  const input = { query, sort: sort.column, direction: sort.direction };
  const first: Page = { cursor: null, limit: rowsAtFirst };
  return useInfiniteQuery({
    queryKey: [...getQueryKey(trpc.users.list), { type: "infinite", input }],
    queryFn: ({ pageParam, signal }) => client.users.list.query({ ...input, ...pageParam }, { signal }),
    initialPageParam: first,
    getNextPageParam: ({ nextCursor }): Page | null =>
      nextCursor && { cursor: nextCursor, limit: USERS_PAGE_SIZE },
    placeholderData: keepPreviousData,
  });
}
