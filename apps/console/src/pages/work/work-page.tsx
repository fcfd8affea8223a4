import { WORK_VIEWS, type WorkView } from "@countinghouse/validators/work/rules";
import { useState } from "react";
import { Link } from "wouter";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { itemName, nextItem, type WorkItem, type WorkList } from "@/components/work/work-item.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useAdmin } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { FirstRows } from "@/table/first-rows.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { KindFilter } from "./kind-filter.tsx";
import { useWorkKeys } from "./use-work-keys.ts";
import { useWorkList } from "./use-work-list.ts";
import type { Way } from "./ways.ts";
import { workBulk } from "./work-bulk.tsx";
import { WORK_COLUMNS } from "./work-columns.tsx";
import { WorkItemSheet } from "./work-item-sheet.tsx";

const VIEWS: Readonly<Record<WorkView, { label: string; empty: string }>> = {
  team: { label: "Team", empty: "No open items" },
  mine: { label: "Mine", empty: "No open items are assigned to you" },
  snoozed: { label: "Snoozed", empty: "No snoozed items" },
  done: { label: "Done", empty: "No done items" },
};
const NO_ROWS: readonly WorkItem[] = [];

/** The open items of the team by type, the most urgent first, with tabs for own, snoozed and done items. */
export default function WorkPage() {
  const { query, rows, groups, view, kind, openName, change, hrefOf } = useWorkList();
  const [begun, setBegun] = useState<{ name: string; way: Way } | null>(null);
  const adminId = useAdmin().data?.id ?? "";
  const { data } = query;
  const next = nextItem(rows ?? NO_ROWS, adminId, openName);
  const open = (item: WorkItem | undefined, way?: Way) => {
    setBegun(item && way ? { name: itemName(item), way } : null);
    change({ item: item ? itemName(item) : null });
  };
  useWorkKeys({ rows: rows ?? NO_ROWS, next, open });
  const table = useListPage({
    title: PAGE_TITLES.work,
    pageList: "today",
    query,
    filters: [view, kind],
    columns: WORK_COLUMNS[view],
    actions: { hrefOf },
    rows,
    groups,
    rowKey: itemName,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: (item) => `item ${itemName(item)}`,
      takesOthers: true,
      more: view === "done" ? undefined : workBulk(data?.staff ?? []),
    },
    size: { skeletonRows: 10 },
    empty: groups.length === 0 && (
      <EmptyState title={kind === null ? VIEWS[view].empty : "No items of this type"}>
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
          item={data.items.find((each) => itemName(each) === openName) ?? null}
          begin={begun?.name === openName ? begun.way : null}
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
  data ? `${VIEWS[view].label} (${data.counts[view].toLocaleString("en-US")})` : VIEWS[view].label;
