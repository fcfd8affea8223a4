import { WORK_VIEWS, type WorkView } from "@countinghouse/validators/work/rules";
import { Link } from "wouter";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useAdmin } from "@/layout/use-admin.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { paths } from "@/paths.ts";
import { FirstRows } from "@/table/first-rows.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { useWorkList } from "./use-work-list.ts";
import { workColumns } from "./work-columns.tsx";
import { itemName, nextItem, type WorkItem, type WorkList } from "./work-item.ts";
import { WorkItemSheet } from "./work-item-sheet.tsx";

const VIEW_WORDS: Readonly<Record<WorkView, string>> = {
  team: "Team",
  mine: "Mine",
  "put-off": "Snoozed or done",
};

/** What waits for a person, what matters most first. */
export default function WorkPage() {
  const { query, view, kind, openName, change } = useWorkList();
  const adminId = useAdmin().data?.id ?? "";
  const { data } = query;
  const items = data?.items ?? [];
  const next = nextItem(items, adminId, openName);
  const open = (item: WorkItem | undefined) => change({ item: item ? itemName(item) : null });
  useShortcut({ keys: "n", label: "Open top item", group: "This page" }, () => open(next));
  const table = useListPage({
    title: PAGE_TITLES.work,
    pageList: "today",
    query,
    filters: [view, kind],
    columns: workColumns,
    actions: { open },
    rows: data?.items,
    rowKey: itemName,
    customers: { toUserId: ({ userId }) => userId, toName: (item) => `item ${itemName(item)}` },
    size: { skeletonRows: 10, minWidth: 1160 },
    empty: (
      <EmptyState title={view === "team" && kind === null ? "No open items" : "No open items here"}>
        Work that needs a person appears here automatically.
      </EmptyState>
    ),
    footer: <FirstRows list={data} />,
  });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.work}
        actions={
          <>
            <Link href={paths.deadlines()} className={buttonVariants()}>
              {PAGE_TITLES.deadlines}
            </Link>
            <Button
              variant="primary"
              disabledReason={
                next ? null : data ? "There are no open items here." : "The list is still loading."
              }
              onClick={() => open(next)}
            >
              Open top item
            </Button>
          </>
        }
      />
      <StaleRows query={query} />
      <Tabs
        label="View"
        tabs={WORK_VIEWS.map((value) => ({ value, label: viewLabel(value, data) }))}
        value={view}
        onChange={(value) => change({ view: value, item: null })}
      >
        <KindFilter kind={kind} data={data} onChange={(chosen) => change({ kind: chosen, item: null })} />
        {table}
      </Tabs>
      {openName !== null && data && (
        <WorkItemSheet
          key={openName}
          name={openName}
          item={items.find((each) => itemName(each) === openName) ?? null}
          next={next ?? null}
          staff={data.staff}
          onNext={() => open(next)}
          onClose={() => open(undefined)}
        />
      )}
    </>
  );
}

const viewLabel = (view: WorkView, data: WorkList | undefined): string =>
  data ? `${VIEW_WORDS[view]} (${data.counts[view].toLocaleString("en-US")})` : VIEW_WORDS[view];
