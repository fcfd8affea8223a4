import { USERS_PAGE_SIZE, type UserSortColumn } from "@countinghouse/validators/users/rules";
import { useQueryStates } from "nuqs";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { looksSensitive } from "@/lib/sensitive-text.ts";
import { paths } from "@/paths.ts";
import type { Sort } from "@/table/data-table.tsx";
import { serializeUsersParams, usersParams } from "./users-params.ts";

/** Largest page the server gives: what a reload asks for at once. */
const MOST_ROWS_AT_ONCE = 195;

export type UsersView = {
  query: string;
  /** Whether the search is kept out of the address, because it may name a person. */
  isQueryHidden: boolean;
  sort: Sort<UserSortColumn>;
  /** Rows to ask for at first, so that a reload and Back show as many as before. */
  rowsAtFirst: number;
  search: (query: string) => void;
  sortBy: (sort: Sort) => void;
  keepRowCount: (rows: number) => void;
};

/** The search, order and length of the list, kept in the address; a sensitive search in the history entry only. */
export function useUsersView(): UsersView {
  const [{ q, sort, dir, n }, setParams] = useQueryStates(usersParams);
  const [, navigate] = useLocation();
  const hidden = hiddenQuery(useHistoryState<unknown>());
  const rows = Math.ceil(n / USERS_PAGE_SIZE) * USERS_PAGE_SIZE;
  return {
    query: hidden ?? q,
    isQueryHidden: hidden !== null,
    sort: { column: sort, direction: dir },
    rowsAtFirst: Math.min(Math.max(rows, USERS_PAGE_SIZE), MOST_ROWS_AT_ONCE),
    search: (query) => {
      const hide = looksSensitive(query);
      navigate(serializeUsersParams(paths.users(), { q: hide ? null : query, sort, dir }), {
        state: hide ? { q: query } : null,
      });
    },
    sortBy: ({ column, direction }) => {
      void setParams({ sort: usersParams.sort.parse(column), dir: direction, n: null });
    },
    keepRowCount: (count) => void setParams({ n: count }),
  };
}

function hiddenQuery(state: unknown): string | null {
  const q = typeof state === "object" && state !== null && "q" in state ? state.q : null;
  return typeof q === "string" ? q : null;
}
