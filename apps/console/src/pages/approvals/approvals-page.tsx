import { APPROVAL_VIEWS, type ApprovalView } from "@countinghouse/validators/approvals/rules";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import type { Approval } from "@/components/approvals/approval.ts";
import ApprovalSheet from "@/components/approvals/approval-sheet.tsx";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { param, useListParams } from "@/lib/list-params.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { FirstRows } from "@/table/first-rows.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import { approvalColumns } from "./approval-columns.tsx";
import { ApproveSeveral, approveSelected } from "./approve-several.tsx";

const PARAMS = { view: param.oneOf(APPROVAL_VIEWS).withDefault("waiting"), approval: param.uuid };

const VIEWS: Readonly<Record<ApprovalView, { label: string; empty: string }>> = {
  waiting: { label: "Waiting", empty: "No requests are waiting for approval" },
  mine: { label: "My requests", empty: "You have no requests" },
  decided: { label: "Decided", empty: "No request was decided yet" },
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
  const next = items.find(({ whyNotDecide, id }) => whyNotDecide === null && id !== approval);
  const open = (found: Pick<Approval, "id"> | undefined) => list.change({ approval: found?.id ?? null });
  useShortcut({ keys: "n", label: "Open the oldest request for you", group: "This page" }, () => open(next));
  const table = useListPage({
    title: PAGE_TITLES.approvals,
    pageList: "approvals",
    query,
    filters: view,
    columns: approvalColumns,
    actions: { open },
    rows: data?.items,
    rowKey: ({ id }) => id,
    customers: {
      toUserId: ({ userId }) => userId,
      toName: ({ title, userId }) => (userId === null ? title : `${title} of user ${userId}`),
      takesOthers: true,
      more: view === "waiting" ? approveSelected : undefined,
    },
    size: { skeletonRows: 6 },
    empty: (
      <EmptyState title={VIEWS[view].empty}>
        Actions that need a second person appear here automatically.
      </EmptyState>
    ),
    footer: <FirstRows list={data} lead="" />,
  });
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
        tabs={APPROVAL_VIEWS.map((value) => ({ value, label: VIEWS[value].label }))}
        value={view}
        onChange={(value) => list.change({ view: value, approval: null })}
      >
        <div className="mt-4">{table}</div>
      </Tabs>
      {approval !== null && (
        <ApprovalSheet key={approval} approvalId={approval} onClose={() => open(undefined)} />
      )}
    </>
  );
}
