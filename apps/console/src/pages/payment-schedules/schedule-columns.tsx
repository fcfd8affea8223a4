import { PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import {
  PAYMENT_DATES_LABELS as LABELS,
  whyNotChangePayment,
  whyNotProcessPayment,
} from "@countinghouse/validators/payment-schedules/rules";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { useRef } from "react";
import { Link } from "wouter";
import { InstalmentAmount } from "@/components/payments/instalment-amount.tsx";
import { PaymentDay } from "@/components/payments/payment-day.tsx";
import { ScheduleStatus } from "@/components/payments/schedule-status.tsx";
import { useFocusAfter } from "@/components/use-focus-after.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { ROW_MENU_COLUMN, RowMenu } from "@/table/row-menu.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { ScheduleEditor } from "./schedule-editor.tsx";
import type { Schedule } from "./use-process-payment.ts";

type ScheduleActions = {
  /** The row that is being changed: one at a time. */
  editingId: number | null;
  edit: (id: number | null) => void;
  /** Asks whether a payment is to be collected. */
  process: (schedule: Schedule) => void;
};

type CellProps = ScheduleActions & { schedule: Schedule };

const column = columnHelper<Schedule, ScheduleActions>();

export const scheduleColumns = column.columns([
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-20" },
    cell: ({ getValue }) => (
      <Link
        href={paths.userDetail({ id: getValue() })}
        data-row-link=""
        className="id-text rounded-sm text-link underline-offset-4 hover:underline"
      >
        {getValue()}
      </Link>
    ),
  }),
  column.accessor("userName", { header: "Name", meta: { className: "w-36" } }),
  column.accessor("paymentDate", {
    header: LABELS.paymentDate,
    meta: { className: "w-56 md:overflow-visible! whitespace-normal!" },
    cell: ({ row, table }) => <DateCell schedule={row.original} {...tableActions(table)} />,
  }),
  column.accessor("amountCents", {
    header: `${LABELS.amount} (USD)`,
    meta: { align: "right", className: "w-40" },
    cell: ({ row, table }) => <AmountCell schedule={row.original} {...tableActions(table)} />,
  }),
  column.accessor("status", {
    header: LABELS.status,
    meta: { className: "w-28" },
    cell: ({ row: { original } }) => <ScheduleStatus status={original.status} paidOn={original.paidOn} />,
  }),
  column.accessor("payment", {
    header: "Last payment",
    meta: { className: "w-32" },
    cell: ({ getValue }) => <LastPayment payment={getValue()} />,
  }),
  column.accessor("daysPastDue", {
    header: "Age",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <Age days={getValue()} />,
  }),
  column.accessor((schedule) => (schedule.status === "UNPAID" ? (schedule.payment?.message ?? "") : ""), {
    id: "whyFailed",
    header: "Why it failed",
    meta: { className: "w-40" },
  }),
  column.display({
    id: "actions",
    meta: ROW_MENU_COLUMN,
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row, table }) => <Actions schedule={row.original} {...tableActions(table)} />,
  }),
]);

const Age = ({ days }: { days: number }) =>
  days === 0 ? <EmptyCell /> : <span className="num">{days === 1 ? "1 day" : `${days} days`}</span>;

/** The row that is changed has its form here, over this column and the next. */
function DateCell({ schedule, editingId, edit }: CellProps) {
  if (editingId !== schedule.id)
    return <PaymentDay day={schedule.paymentDate} isPaid={schedule.status === "PAID"} />;
  return (
    <div className="relative z-control w-[calc(19rem-1.5rem)]">
      <ScheduleEditor schedule={schedule} onClose={() => edit(null)} />
    </div>
  );
}

const AmountCell = ({ schedule, editingId }: CellProps) =>
  editingId === schedule.id ? null : <InstalmentAmount instalment={schedule} />;

/** What became of the last payment that was begun for it. */
function LastPayment({ payment }: Pick<Schedule, "payment">) {
  if (payment === null) return <EmptyCell />;
  const { word, tone } = PAYMENT_STATES[payment.state];
  return (
    <Link
      href={paths.paymentProcessor({ payment: payment.paymentId })}
      title={payment.message || undefined}
      className="rounded-sm hover:underline"
    >
      <StatusBadge tone={tone}>{word}</StatusBadge>
    </Link>
  );
}

function Actions({ schedule, editingId, edit, process }: CellProps) {
  const mayNotEdit = useWhyNot("paymentSchedules.write");
  const mayNotCharge = useWhyNot("payments.charge");
  const mayReadAudit = useWhyNot("audit.read") === null;
  const isEditing = editingId === schedule.id;
  const menu = useRef<HTMLButtonElement>(null);
  useFocusAfter(isEditing, menu);
  if (isEditing) return null;
  const busy = editingId === null ? null : "Save or cancel the other row first.";
  return (
    <RowMenu
      ref={menu}
      of={`${schedule.paymentDate} of user ${schedule.userId}`}
      actions={[
        {
          label: TEXT.processLabel,
          disabledReason: mayNotCharge ?? whyNotProcessPayment(schedule) ?? busy,
          onClick: () => process(schedule),
        },
        {
          label: "Edit",
          disabledReason: mayNotEdit ?? whyNotChangePayment(schedule) ?? busy,
          onClick: () => edit(schedule.id),
        },
        mayReadAudit
          ? { label: "History", href: paths.audit({ type: "payment_schedule", id: schedule.id }) }
          : null,
      ]}
    />
  );
}
