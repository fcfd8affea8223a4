import { WORK_KIND_NAMES, WORK_KINDS, WORK_VIEWS, type WorkView } from "@countinghouse/validators/work/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { useReadAgain } from "@/api/read-again.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { LabelledFilter } from "@/components/filters/labelled-filter.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { useAdmin } from "@/layout/use-admin.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { useWorkNews } from "@/live/feed.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Select, type SelectOption } from "@/ui/select.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { workColumns } from "./work-columns.tsx";
import { itemName, nextItem, type WorkItem, type WorkList } from "./work-item.ts";
import { WorkItemSheet } from "./work-item-sheet.tsx";

const PARAMS = {
  view: param.oneOf(WORK_VIEWS).withDefault("team"),
  kind: param.oneOf(WORK_KIND_NAMES),
  item: param.text,
};

const EVERY_KIND = "every";
const VIEW_WORDS: Readonly<Record<WorkView, string>> = {
  team: "Team",
  mine: "Mine",
  "put-off": "Snoozed or done",
};

/** What waits for a person, what matters most first. */
export default function WorkPage() {
  const list = useListParams(PARAMS);
  const { view, kind, item: openName } = list.params;
  const query = trpc.work.list.useQuery({ view, kind }, { staleTime: 0, placeholderData: keepPreviousData });
  useFollowed();
  const adminId = useAdmin().data?.id ?? "";
  const { data } = query;
  const items = data?.items ?? [];
  const selection = useCustomerSelection({
    title: PAGE_TITLES.work,
    listKey: JSON.stringify([view, kind]),
    rows: data?.items,
    rowKey: itemName,
    toUserId: ({ userId }) => userId,
    toName: (item) => `item ${itemName(item)}`,
  });
  const next = nextItem(items, adminId, openName);
  const open = (item: WorkItem | undefined) => list.change({ item: item ? itemName(item) : null });
  useShortcut({ keys: "n", label: "Open top item", group: "This page" }, () => open(next));
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
        onChange={(value) => list.change({ view: value, item: null })}
      >
        <search aria-label="Work" className="my-4 flex flex-wrap items-end gap-3">
          <LabelledFilter label="Type">
            {(id) => (
              <Select
                id={id}
                className="w-72"
                options={kindOptions(data)}
                value={kind ?? EVERY_KIND}
                onChange={(value) =>
                  list.change({ kind: WORK_KIND_NAMES.find((name) => name === value) ?? null, item: null })
                }
              />
            )}
          </LabelledFilter>
        </search>
        <DataTable
          label={PAGE_TITLES.work}
          columns={workColumns}
          actions={{ open }}
          rows={data?.items}
          rowKey={itemName}
          selection={selection}
          pageList="today"
          query={query}
          size={{ skeletonRows: 10, minWidth: 1160 }}
          empty={
            <EmptyState title={view === "team" && kind === null ? "No open items" : "No open items here"}>
              Work that needs a person appears here automatically.
            </EmptyState>
          }
          footer={
            data && data.total > data.items.length && <More shown={data.items.length} total={data.total} />
          }
        />
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

/** Causes come and go by themselves, and others work on them: the list is read again as soon as it is another one. */
function useFollowed(): void {
  const stamp = useWorkNews()?.stamp;
  const readAgain = useReadAgain();
  const begin = useEffectEvent(() => void readAgain("work.list"));
  useEffect(() => {
    if (stamp !== undefined) begin();
  }, [stamp]);
}

const viewLabel = (view: WorkView, data: WorkList | undefined): string =>
  data ? `${VIEW_WORDS[view]} (${data.counts[view].toLocaleString("en-US")})` : VIEW_WORDS[view];

const kindOptions = (data: WorkList | undefined): SelectOption<string>[] => [
  { value: EVERY_KIND, label: "All types" },
  ...WORK_KIND_NAMES.map((name) => {
    const count = data?.kinds.find(({ kind }) => kind === name)?.count;
    return {
      value: name,
      label: WORK_KINDS[name].word + (count ? ` (${count.toLocaleString("en-US")})` : ""),
    };
  }),
];

const More = ({ shown, total }: { shown: number; total: number }) => (
  <p className="px-3 py-2 text-sm text-muted-foreground">
    The first {shown.toLocaleString("en-US")} of {total.toLocaleString("en-US")} are shown.
  </p>
);
