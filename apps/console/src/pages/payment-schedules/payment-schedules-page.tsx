import { PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import { useState } from "react";
import { Link } from "wouter";
import { PageHeader } from "@/layout/page-header.tsx";
import { UserSearch } from "@/layout/user-search.tsx";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageState } from "./page-state.ts";
import { ProcessPayment } from "./process-payment.tsx";
import { scheduleColumns } from "./schedule-columns.tsx";
import { type Schedule, useSchedules, useShownUser } from "./use-schedules.ts";

/** What is due on which day: of one user, or all that is unpaid, the earliest day first. */
export default function PaymentSchedulesPage() {
  const [userId, showUser] = useShownUser();
  const query = useSchedules(userId);
  const [editingId, edit] = useState<number | null>(null);
  const [processing, process] = useState<Schedule | null>(null);
  const rows = query.data?.pages.flatMap(({ schedules }) => schedules);

  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded ·{" "}
              {userId === null ? "all that is unpaid" : `user ${userId}`}
            </output>
          )
        }
        actions={<UserSearch chosen={userId} onChoose={showUser} onClear={() => showUser(null)} />}
      />
      <Owner userId={userId} row={rows?.[0]} />
      <PageState value={{ editingId, edit, process }}>
        <DataTable
          label={TEXT.title}
          columns={scheduleColumns}
          rows={rows}
          rowKey={({ id }) => String(id)}
          fetching={query.isFetching && !query.isFetchingNextPage}
          error={query.error}
          onRetry={() => void query.refetch()}
          skeletonRows={12}
          empty={<NoSchedules userId={userId} onShowAll={() => showUser(null)} />}
          footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
          walkable
        />
      </PageState>
      {processing && <ProcessPayment schedule={processing} onClose={() => process(null)} />}
    </>
  );
}

/** Whose payments these are, and what they owe. */
function Owner({ userId, row }: { userId: number | null; row: Schedule | undefined }) {
  if (userId === null || row === undefined || row.userId !== userId) return null;
  return (
    <p className="mb-4 text-sm text-muted-foreground">
      <Link href={paths.userDetail({ id: userId })} className="text-link underline underline-offset-4">
        {row.userName}
      </Link>{" "}
      owes {formatCents(row.balanceCents)}.
    </p>
  );
}

function NoSchedules({ userId, onShowAll }: { userId: number | null; onShowAll: () => void }) {
  if (userId === null)
    return <EmptyState title="Nothing is unpaid">Payments appear here once an advance is funded.</EmptyState>;
  return (
    <EmptyState
      title={`User ${userId} has no payment schedules`}
      action={<Button onClick={onShowAll}>Show all users</Button>}
    />
  );
}
