import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { USERS_PAGE_SIZE } from "@countinghouse/validators/users/rules";
import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { paths } from "@/paths.ts";
import { failingAs } from "@/table/data-table.tsx";
import { Loaded } from "@/table/loaded.tsx";
import { NewCustomer } from "./new-customer.tsx";
import { isFiltered } from "./use-user-filters.ts";
import { useUsersList } from "./use-users-list.ts";
import { usersColumns } from "./users-columns.tsx";
import { UsersFooter } from "./users-footer.tsx";
import { UsersSearch } from "./users-search.tsx";

const UsersFilters = lazy(() => import("./users-filters.tsx"));
const NoUsers = lazy(() => import("./no-users.tsx"));
const UsersExport = lazy(() => import("./users-export.tsx"));

/** The users list: every customer, searched and sorted by the server, fifteen at a time. */
export default function UsersPage() {
  const { q, filters, query, rows, total, search, clearFilters, ...list } = useUsersList();
  const [, navigate] = useLocation();
  const onlyMatch = q !== "" && rows?.length === 1 ? rows[0] : undefined;
  const table = useListPage({
    title: PAGE_TITLES.users,
    pageList: "users",
    query: failingAs(USERS_MESSAGES.loadFailed, query),
    filters: [q, filters],
    columns: usersColumns(list.canSortBySsn),
    rows,
    rowKey: ({ id }) => String(id),
    customers: {
      toUserId: ({ id }) => id,
      total,
      allOf: (except) => ({ list: "users", query: q, filters, except: except.map(({ id }) => id) }),
    },
    sort: list.sort,
    size: { skeletonRows: USERS_PAGE_SIZE },
    empty: (
      <Suspense fallback={null}>
        <NoUsers
          query={q}
          isFiltered={isFiltered(filters)}
          onClear={() => search("")}
          onClearFilters={clearFilters}
        />
      </Suspense>
    ),
    footer: rows && rows.length > 0 && (
      <UsersFooter
        query={query}
        loaded={rows.length}
        isOnlyMatch={onlyMatch !== undefined}
        onShowMore={list.showMore}
      />
    ),
  });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.users}
        readBy="users.list"
        aside={<Loaded rows={rows}>{total !== undefined && ` of ${total.toLocaleString("en-US")}`}</Loaded>}
        actions={
          <>
            <UsersSearch
              query={q}
              isQueryHidden={list.isQueryHidden}
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
          <UsersFilters filters={filters} query={q} onChange={list.filter} onClear={clearFilters} />
        </Suspense>
      </div>
      {table}
    </>
  );
}
