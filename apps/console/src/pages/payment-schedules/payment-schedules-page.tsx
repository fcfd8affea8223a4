import type { RouterOutputs } from "@countinghouse/api";
import { PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { SCHEDULES_DUE, type SchedulesDue } from "@countinghouse/validators/payment-schedules/rules";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { UserSearch } from "@/layout/user-search.tsx";
import { param, useListParams } from "@/lib/list-params.ts";
import { paths } from "@/paths.ts";
import { DataTable } from "@/table/data-table.tsx";
import type { Chosen } from "@/table/selection.ts";
import { ShowMore } from "@/table/show-more.tsx";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { DueTabs } from "./due-tabs.tsx";
import { MoveMany } from "./move-many.tsx";
import { ProcessPayment } from "./process-payment.tsx";
import { scheduleColumns } from "./schedule-columns.tsx";
import type { Schedule } from "./use-process-payment.ts";

/** The user whose payments are shown; without one everyone's that are unpaid. */
const PARAMS = { user: param.userId, due: param.oneOf(SCHEDULES_DUE).withDefault("all") };

const scheduleKey = ({ id }: { id: number }) => String(id);

const moveMany = (chosen: Chosen<Schedule>) => <MoveMany chosen={chosen} />;

const PAGING = byCursor((page: RouterOutputs["paymentSchedules"]["search"]) => page.schedules);

/** What is due on which day: of one user, or all that is unpaid, the earliest day first. */
export default function PaymentSchedulesPage() {
  const { params, change } = useListParams(PARAMS);
  const { user: userId, due } = params;
  const showUser = (user: number | null) => change({ user });
  const query = usePages(trpc.paymentSchedules.search, { userId, due }, PAGING);
  const [editingId, edit] = useState<number | null>(null);
  const [processing, process] = useState<Schedule | null>(null);
  const rows = query.data?.rows;
  const sums = trpc.paymentSchedules.sums.useQuery(undefined, { enabled: userId === null });
  const isAllTaken = userId === null && due !== "all";
  const selection = useCustomerSelection({
    title: TEXT.title,
    listKey: `${userId} ${due}`,
    rows,
    rowKey: scheduleKey,
    toUserId: (schedule) => schedule.userId,
    toName: ({ paymentDate, userId: id }) => `payment of ${paymentDate} of user ${id}`,
    total: sums.data?.find((each) => each.due === due)?.payments,
    allOf: isAllTaken
      ? (except) => ({ list: "payment-schedules", due, except: except.map(({ id }) => id) })
      : undefined,
    more: moveMany,
  });

  const table = (
    <DataTable
      label={TEXT.title}
      columns={scheduleColumns}
      rows={rows}
      rowKey={scheduleKey}
      selection={selection}
      query={query}
      actions={{ editingId, edit, process }}
      size={{ skeletonRows: 12 }}
      empty={<NoSchedules userId={userId} due={due} onShowAll={() => showUser(null)} />}
      footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
      pageList="payment-schedules"
    />
  );

  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={
          rows && (
            <output className="text-sm text-muted-foreground">
              {rows.length.toLocaleString("en-US")} loaded · {userId === null ? SHOWN[due] : `user ${userId}`}
            </output>
          )
        }
        actions={<UserSearch chosen={userId} onChoose={showUser} onClear={() => showUser(null)} />}
      />
      <Owner userId={userId} row={rows?.[0]} />
      {userId === null ? (
        <DueTabs due={due} onChange={(next) => change({ due: next })}>
          {table}
        </DueTabs>
      ) : (
        table
      )}
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
      owes <BalanceCell userId={userId} cents={row.balanceCents} />.
    </p>
  );
}

/** What is listed of everyone, as the head of the page says it. */
const SHOWN: Readonly<Record<SchedulesDue, string>> = {
  all: "all unpaid payments",
  overdue: "overdue",
  today: "due today",
  week: "due in the next 7 days",
  paid: "paid in the last 30 days",
};

type NoSchedulesProps = { userId: number | null; due: SchedulesDue; onShowAll: () => void };

function NoSchedules({ userId, due, onShowAll }: NoSchedulesProps) {
  if (userId === null && due !== "all") return <EmptyState title={`No payments ${SHOWN[due]}`} />;
  if (userId === null)
    return (
      <EmptyState title="No unpaid payments">Payments appear here once an advance is funded.</EmptyState>
    );
  return (
    <EmptyState
      title={`User ${userId} has no payment schedules`}
      action={<Button onClick={onShowAll}>Show all users</Button>}
    />
  );
}
