import { keepPreviousData } from "@tanstack/react-query";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useListParams } from "@/lib/list-params.ts";
import { paths } from "@/paths.ts";
import { FirstRows } from "@/table/first-rows.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { deadlineColumns } from "./deadline-columns.tsx";
import { DEADLINE_PARAMS, DeadlineFilters } from "./deadline-filters.tsx";

const deadlineKey = ({ clock, key }: { clock: string; key: string }) => `${clock}:${key}`;

/** Every clock that runs, the earliest day first. */
export default function DeadlinesPage() {
  const list = useListParams(DEADLINE_PARAMS);
  const { kind, user } = list.params;
  const query = trpc.deadlines.list.useQuery(
    { kind, userId: user },
    { staleTime: 0, placeholderData: keepPreviousData },
  );
  const { data } = query;
  const isFiltered = list.isChanged("kind", "user");
  const table = useListPage({
    title: PAGE_TITLES.deadlines,
    pageList: "deadlines",
    query,
    filters: [kind, user],
    columns: deadlineColumns,
    actions: { today: data?.today ?? "" },
    rows: data?.items,
    rowKey: deadlineKey,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: (item) => `deadline ${deadlineKey(item)}`,
      total: data?.total,
      allOf: (except) => ({
        list: "deadlines",
        filters: { kind, userId: user },
        except: except.map(deadlineKey),
      }),
    },
    size: { skeletonRows: 10 },
    empty: (
      <EmptyState title={isFiltered ? "No deadlines here" : "No deadlines"}>
        A deadline appears here when the event that starts it happens. It disappears when the matter is
        resolved.
      </EmptyState>
    ),
    footer: <FirstRows list={data} />,
  });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.deadlines}
        aside={
          data && <output className="text-sm text-muted-foreground">Today is {data.today} (New York)</output>
        }
        actions={
          <Link href={paths.work()} className={buttonVariants()}>
            Today
          </Link>
        }
      />
      <StaleRows query={query} />
      <DeadlineFilters {...list} />
      {table}
    </>
  );
}
