import type { RouterOutputs } from "@countinghouse/api";
import { PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { SCHEDULES_DUE } from "@countinghouse/validators/payment-schedules/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useListPage } from "@/components/customer-lists/use-list-page.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { UserSearch } from "@/layout/user-search.tsx";
import { param, useListParams } from "@/lib/list-params.ts";
import { Loaded } from "@/table/loaded.tsx";
import type { Chosen } from "@/table/selection.ts";
import { ShowMore } from "@/table/show-more.tsx";
import { DueTabs } from "./due-tabs.tsx";
import { MoveMany } from "./move-many.tsx";
import { NoSchedules, SHOWN } from "./no-schedules.tsx";
import { ProcessPayment } from "./process-payment.tsx";
import { scheduleColumns } from "./schedule-columns.tsx";
import { SchedulesOwner } from "./schedules-owner.tsx";
import type { Schedule } from "./use-process-payment.ts";

/** The user whose payments are shown; without one everyone's that are unpaid. */
const PARAMS = { user: param.userId, due: param.oneOf(SCHEDULES_DUE).withDefault("all") };

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
  const table = useListPage({
    title: TEXT.title,
    pageList: "payment-schedules",
    query,
    filters: [userId, due],
    columns: scheduleColumns,
    actions: { editingId, edit, process },
    rows,
    rowKey: ({ id }) => String(id),
    customers: {
      toUserId: (schedule) => schedule.userId,
      toName: ({ paymentDate, userId: id }) => `payment of ${paymentDate} of user ${id}`,
      total: sums.data?.find((each) => each.due === due)?.payments,
      allOf: isAllTaken
        ? (except) => ({ list: "payment-schedules", due, except: except.map(({ id }) => id) })
        : undefined,
      more: moveMany,
    },
    size: { skeletonRows: 12 },
    empty: <NoSchedules userId={userId} due={due} onShowAll={() => showUser(null)} />,
    footer: <ShowMore query={query} />,
  });
  return (
    <>
      <PageHeader
        title={TEXT.title}
        aside={<Loaded rows={rows}> · {userId === null ? SHOWN[due] : `user ${userId}`}</Loaded>}
        actions={<UserSearch chosen={userId} onChoose={showUser} onClear={() => showUser(null)} />}
      />
      <SchedulesOwner userId={userId} row={rows?.[0]} />
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
