import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { USER_SORT_COLUMNS, USERS_PAGE_SIZE, whyNotSortBySsn } from "@countinghouse/validators/users/rules";
import type { UserFilters } from "@countinghouse/validators/users/schemas";
import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { usePages } from "@/api/use-pages.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useRole } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { paths } from "@/paths.ts";
import { DataTable, failingAs } from "@/table/data-table.tsx";
import { NewCustomer } from "./new-customer.tsx";
import { FILTER_NAMES, FILTER_PARAMS, isFiltered } from "./use-user-filters.ts";
import { usersColumns } from "./users-columns.tsx";
import { UsersFooter } from "./users-footer.tsx";
import { UsersSearch } from "./users-search.tsx";

const UsersFilters = lazy(() => import("./users-filters.tsx"));
const NoUsers = lazy(() => import("./no-users.tsx"));
const UsersExport = lazy(() => import("./users-export.tsx"));

/** The parameters of the address: the search, the order, the number of loaded rows, and the filters. */
const PARAMS = {
  q: param.text.withDefault(""),
  sort: param.oneOf(USER_SORT_COLUMNS).withDefault("id"),
  dir: param.oneOf(["asc", "desc"]).withDefault("asc"),
  n: param.integer.withDefault(USERS_PAGE_SIZE),
  ...FILTER_PARAMS,
};

/** Fits all columns next to each other; the Address column gets the rest. */
const TABLE_MIN_WIDTH_PX = 1_750;

/** The most rows that a reload requests at once: whole pages within the server's limit of 200. */
const MOST_ROWS_AT_ONCE = 195;

/** The users list: every customer, searched and sorted by the server, fifteen at a time. */
export default function UsersPage() {
  const { params, change, replace, reset, isPrivate } = useListParams(PARAMS, { privateText: "q" });
  const { q, dir, n, stage, balance, nextDue, pastDue, lastPayment, tags } = params;
  const filters = { stage, balance, nextDue, pastDue, lastPayment, tags };
  const role = useRole();
  const sort = params.sort === "ssn" && role !== null && whyNotSortBySsn(role, 0) ? "id" : params.sort;
  const users = usePages(
    trpc.users.list,
    { query: q, filters, sort, direction: dir },
    {
      first: firstPage(n),
      next: nextPage,
      rows: pageUsers,
      keepsRows: true,
    },
  );
  const [, navigate] = useLocation();
  const rows = users.data?.rows;
  const total = useTotal(users.data?.pages.at(-1)?.totalRecords, filters);
  const selection = useCustomerSelection({
    title: PAGE_TITLES.users,
    listKey: JSON.stringify([q, filters]),
    rows,
    rowKey: userKey,
    toUserId: ({ id }) => id,
    total,
    allOf: (except) => ({ list: "users", query: q, filters, except: except.map(({ id }) => id) }),
  });
  const onlyMatch = q !== "" && rows?.length === 1 ? rows[0] : undefined;
  const search = (text: string) => change({ q: text, n: null });
  const clearFilters = () => reset(...FILTER_NAMES);
  const showMore = () => {
    void users.fetchNextPage();
    replace({ n: (rows?.length ?? 0) + USERS_PAGE_SIZE });
  };
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.users}
        readBy="users.list"
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded
              {total !== undefined && ` of ${total.toLocaleString("en-US")}`}
            </output>
          )
        }
        actions={
          <>
            <UsersSearch
              query={q}
              isQueryHidden={isPrivate}
              onSearch={search}
              onEnterAgain={() => onlyMatch && navigate(paths.userDetail({ id: onlyMatch.id }))}
            />
            <Suspense fallback={null}>
              <UsersExport filters={filters} query={q} userIds={rows?.map(({ id }) => id) ?? []} />
            </Suspense>
            <NewCustomer />
          </>
        }
      />
      <div className="mb-3 min-h-7 max-sm:min-h-15.5" data-print="hide">
        <Suspense fallback={null}>
          <UsersFilters
            filters={filters}
            query={q}
            onChange={(changes) => change({ ...changes, n: null })}
            onClear={clearFilters}
          />
        </Suspense>
      </div>
      <DataTable
        label="Users"
        columns={usersColumns(role !== null && whyNotSortBySsn(role, total ?? 0) === null)}
        rows={rows}
        rowKey={userKey}
        selection={selection}
        query={failingAs(USERS_MESSAGES.loadFailed, users)}
        sort={{
          column: sort,
          direction: dir,
          onSort: ({ column, direction }) =>
            replace({ sort: PARAMS.sort.parse(column), dir: direction, n: null }),
        }}
        size={{ skeletonRows: USERS_PAGE_SIZE, minWidth: TABLE_MIN_WIDTH_PX }}
        empty={
          <Suspense fallback={null}>
            <NoUsers
              query={q}
              isFiltered={isFiltered(filters)}
              onClear={() => search("")}
              onClearFilters={clearFilters}
            />
          </Suspense>
        }
        footer={
          rows &&
          rows.length > 0 && (
            <UsersFooter
              query={users}
              loaded={rows.length}
              isOnlyMatch={onlyMatch !== undefined}
              onShowMore={showMore}
            />
          )
        }
        pageList="users"
      />
    </>
  );
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

const userKey = ({ id }: { id: number }) => String(id);
const pageUsers = ({ users }: Page) => users;

/** Returns the number of all matches, from the page or, for a filtered list, from `users.sums`. */
function useTotal(counted: number | null | undefined, filters: UserFilters): number | undefined {
  const sums = trpc.users.sums.useQuery({ filters, query: "" }, { enabled: counted === null });
  return counted ?? (counted === null ? sums.data?.users : undefined);
}
