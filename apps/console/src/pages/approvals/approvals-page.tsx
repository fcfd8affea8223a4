import { APPROVAL_VIEWS, type ApprovalView } from "@countinghouse/validators/approvals/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import type { Approval } from "@/components/approvals/approval.ts";
import ApprovalSheet from "@/components/approvals/approval-sheet.tsx";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { DataTable } from "@/table/data-table.tsx";
import type { Chosen } from "@/table/selection.ts";
import { clear } from "@/table/selection-moves.ts";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { approvalColumns } from "./approval-columns.tsx";
import { ApproveSelected, ApproveSeveral } from "./approve-several.tsx";

const PARAMS = { view: param.oneOf(APPROVAL_VIEWS).withDefault("waiting"), approval: param.uuid };

const VIEW_WORDS: Readonly<Record<ApprovalView, string>> = {
  waiting: "Waiting",
  mine: "My requests",
  decided: "Decided",
};
const EMPTY: Readonly<Record<ApprovalView, string>> = {
  waiting: "No requests are waiting for approval",
  mine: "You have no requests",
  decided: "No request was decided yet",
};
const READ_AGAIN_MS = 15_000;

/** Lists the approvals; waiting ones start with the oldest. */
export default function ApprovalsPage() {
  const list = useListParams(PARAMS);
  const { view, approval } = list.params;
  const query = trpc.approvals.list.useQuery(
    { view },
    { staleTime: 0, refetchInterval: READ_AGAIN_MS, placeholderData: keepPreviousData },
  );
  const { data } = query;
  const items = data?.items ?? [];
  const selection = useCustomerSelection<Approval>({
    title: PAGE_TITLES.approvals,
    listKey: view,
    rows: data?.items,
    rowKey: ({ id }) => id,
    toUserId: ({ userId }) => userId,
    toName: ({ title, userId }) => (userId === null ? title : `${title} of user ${userId}`),
    takesOthers: true,
    more: view === "waiting" ? approveChosen(() => clear(selection.of)) : undefined,
  });
  const next = items.find(({ whyNotDecide, id }) => whyNotDecide === null && id !== approval);
  const open = (found: Pick<Approval, "id"> | undefined) => list.change({ approval: found?.id ?? null });
  useShortcut({ keys: "n", label: "Open the oldest request for you", group: "This page" }, () => open(next));
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.approvals}
        actions={
          <>
            {view === "waiting" && <ApproveSeveral items={items} />}
            <Button
              variant="primary"
              disabledReason={
                next ? null : data ? "No request here is waiting for you." : "The list is still loading."
              }
              onClick={() => open(next)}
            >
              Review next
            </Button>
          </>
        }
      />
      <StaleRows query={query} />
      <Tabs
        label="Which"
        tabs={APPROVAL_VIEWS.map((value) => ({ value, label: VIEW_WORDS[value] }))}
        value={view}
        onChange={(value) => list.change({ view: value, approval: null })}
      >
        <div className="mt-4">
          <DataTable
            label={PAGE_TITLES.approvals}
            columns={approvalColumns}
            actions={{ open }}
            rows={data?.items}
            rowKey={({ id }) => id}
            selection={selection}
            query={query}
            size={{ skeletonRows: 6, minWidth: 1288 }}
            pageList="approvals"
            empty={
              <EmptyState title={EMPTY[view]}>
                Actions that need a second person appear here automatically.
              </EmptyState>
            }
            footer={
              data &&
              data.total > data.items.length && (
                <p className="px-3 py-2 text-sm text-muted-foreground">
                  {data.items.length.toLocaleString("en-US")} of {data.total.toLocaleString("en-US")} are
                  shown.
                </p>
              )
            }
          />
        </div>
      </Tabs>
      {approval !== null && (
        <ApprovalSheet key={approval} approvalId={approval} onClose={() => open(undefined)} />
      )}
    </>
  );
}

const approveChosen = (onDone: () => void) => (chosen: Chosen<Approval>) =>
  chosen.isAll ? null : <ApproveSelected selected={[...chosen.rows.values()]} onDone={onDone} />;
