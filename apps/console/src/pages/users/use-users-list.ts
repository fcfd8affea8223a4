import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { USER_SORT_COLUMNS, USERS_PAGE_SIZE, whyNotSortBySsn } from "@countinghouse/validators/users/rules";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { trpc } from "@/api/client.ts";
import { usePages } from "@/api/use-pages.ts";
import { useRole } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import type { Sort } from "@/table/data-table.tsx";
import { FILTER_NAMES, FILTER_PARAMS } from "./use-user-filters.ts";

/** The parameters of the address: the search, the order, the number of loaded rows, and the filters. */
const PARAMS = {
  q: param.text.withDefault(""),
  sort: param.oneOf(USER_SORT_COLUMNS).withDefault("id"),
  dir: param.oneOf(["asc", "desc"]).withDefault("asc"),
  n: param.integer.withDefault(USERS_PAGE_SIZE),
  ...FILTER_PARAMS,
};

/** The most rows that a reload requests at once: whole pages within the server's limit of 200. */
const MOST_ROWS_AT_ONCE = 195;

/** Returns the rows and the total of the users list in the address, and the changes of its search, filters and order. */
export function useUsersList() {
  const { params, change, replace, reset, isPrivate } = useListParams(PARAMS, { privateText: "q" });
  const { q, sort, dir: direction, n, ...filters } = params;
  const role = useRole();
  const column = sort === "ssn" && role !== null && whyNotSortBySsn(role, 0) ? "id" : sort;
  const query = usePages(
    trpc.users.list,
    { query: q, filters, sort: column, direction },
    { first: firstPage(n), next: nextPage, rows: pageUsers, keepsRows: true },
  );
  const rows = query.data?.rows;
  const total = useTotal(query.data?.pages.at(-1)?.totalRecords, filters);
  return {
    q,
    isQueryHidden: isPrivate,
    filters,
    query,
    rows,
    total,
    canSortBySsn: role !== null && whyNotSortBySsn(role, total ?? 0) === null,
    sort: {
      column,
      direction,
      onSort: (next: Sort) => replace({ sort: PARAMS.sort.parse(next.column), dir: next.direction, n: null }),
    },
    search: (text: string) => change({ q: text, n: null }),
    filter: (changes: Partial<UserFilters>) => change({ ...changes, n: null }),
    clearFilters: () => reset(...FILTER_NAMES),
    showMore: () => {
      void query.fetchNextPage();
      replace({ n: (rows?.length ?? 0) + USERS_PAGE_SIZE });
    },
  };
}

type Place = Pick<RouterInputs["users"]["list"], "cursor" | "limit">;
type Page = RouterOutputs["users"]["list"];

/** Requests enough rows for a reload or Back to show as many as before. */
const firstPage = (rows: number): Place => ({
  cursor: null,
  limit: Math.min(
    Math.max(Math.ceil(rows / USERS_PAGE_SIZE) * USERS_PAGE_SIZE, USERS_PAGE_SIZE),
    MOST_ROWS_AT_ONCE,
  ),
});

const nextPage = ({ nextCursor }: Page): Place | null =>
  nextCursor && { cursor: nextCursor, limit: USERS_PAGE_SIZE };

const pageUsers = ({ users }: Page) => users;

/** Returns the number of all matches, from the page or, for a filtered list, from `users.sums`. */
function useTotal(counted: number | null | undefined, filters: UserFilters): number | undefined {
  const sums = trpc.users.sums.useQuery({ filters, query: "" }, { enabled: counted === null });
  return counted ?? (counted === null ? sums.data?.users : undefined);
}
