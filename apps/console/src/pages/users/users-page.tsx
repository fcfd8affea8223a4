import { USERS_MESSAGES } from "@countinghouse/validators/messages";
import { USERS_PAGE_SIZE } from "@countinghouse/validators/users/rules";
import { useLocation } from "wouter";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { useUsers } from "./use-users.ts";
import { useUsersView } from "./use-users-view.ts";
import { usersColumns } from "./users-columns.tsx";
import { UsersFooter } from "./users-footer.tsx";
import { UsersSearch } from "./users-search.tsx";

/** The users list: every customer, searched and sorted by the server, fifteen at a time. */
export default function UsersPage() {
  const view = useUsersView();
  const users = useUsers(view);
  const [, navigate] = useLocation();
  const pages = users.data?.pages;
  const rows = pages?.flatMap((page) => page.users);
  const total = pages?.at(-1)?.totalRecords ?? 0;
  const onlyMatch = view.query !== "" && rows?.length === 1 ? rows[0] : undefined;

  const showMore = () => {
    void users.fetchNextPage();
    view.keepRowCount((rows?.length ?? 0) + USERS_PAGE_SIZE);
  };

  return (
    <>
      <PageHeader
        title={PAGE_TITLES.users}
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded of {total.toLocaleString("en-US")}
            </output>
          )
        }
        actions={
          <UsersSearch
            query={view.query}
            isQueryHidden={view.isQueryHidden}
            onSearch={view.search}
            onEnterAgain={() => onlyMatch && navigate(paths.userDetail({ id: onlyMatch.id }))}
          />
        }
      />
      <DataTable
        label="Users"
        columns={usersColumns}
        rows={rows}
        rowKey={(user) => String(user.id)}
        sort={view.sort}
        onSort={view.sortBy}
        fetching={users.isFetching && !users.isFetchingNextPage}
        error={users.error}
        onRetry={() => void users.refetch()}
        failureMessage={USERS_MESSAGES.loadFailed}
        skeletonRows={USERS_PAGE_SIZE}
        empty={<NoUsers query={view.query} onClear={() => view.search("")} />}
        footer={
          rows &&
          rows.length > 0 && (
            <UsersFooter
              loaded={rows.length}
              hasMore={users.hasNextPage}
              isLoadingMore={users.isFetchingNextPage}
              failure={users.isFetchingNextPage ? null : users.error}
              isOnlyMatch={onlyMatch !== undefined}
              onShowMore={showMore}
            />
          )
        }
        walkable
      />
    </>
  );
}

function NoUsers({ query, onClear }: { query: string; onClear: () => void }) {
  if (query === "")
    return <EmptyState title="No users yet">Customers appear here once they have applied.</EmptyState>;
  return (
    <EmptyState title={`No user matches “${query}”`} action={<Button onClick={onClear}>Clear search</Button>}>
      Search by id, name, e-mail, phone or company.
    </EmptyState>
  );
}
