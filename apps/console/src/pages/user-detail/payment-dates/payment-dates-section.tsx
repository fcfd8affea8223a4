import type { RouterOutputs } from "@countinghouse/api";
import {
  PAYMENT_DATES_LABELS as LABELS,
  whyNotMovePayment,
} from "@countinghouse/validators/payment-schedules/rules";
import { PencilIcon } from "lucide-react";
import { useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { InstalmentAmount } from "@/components/payments/instalment-amount.tsx";
import { PaymentDay } from "@/components/payments/payment-day.tsx";
import { ScheduleStatus } from "@/components/payments/schedule-status.tsx";
import { useFocusAfter } from "@/components/use-focus-after.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ROW_MENU_COLUMN } from "@/table/row-menu.tsx";
import { Button } from "@/ui/button.tsx";
import { PaymentDateEditor } from "./payment-date-editor.tsx";

export type PaymentDate = RouterOutputs["paymentSchedules"]["list"][number];

const TABLE_HEIGHT_PX = 440;

type PaymentDatesSectionProps = { userId: number; hasTurn: boolean };

/** The days on which payments are due; each that is not paid can be moved between its neighbours. */
export function PaymentDatesSection({ userId, hasTurn }: PaymentDatesSectionProps) {
  const [editingId, edit] = useState<number | null>(null);
  const query = trpc.paymentSchedules.list.useQuery({ userId }, { enabled: hasTurn });
  const disabledReason = useWhyNot("paymentSchedules.write");
  return (
    <QuerySection
      id="payment-dates"
      title={LABELS.title}
      query={query}
      count={(dates) => dates.length}
      empty={{ title: "No Payment Dates Found", when: (dates) => dates.length === 0 }}
    >
      {(dates) => (
        <DataTable
          label={LABELS.title}
          columns={dateColumns}
          actions={{ dates, editingId, disabledReason, edit }}
          rows={dates}
          rowKey={({ id }) => String(id)}
          size={{ maxHeight: TABLE_HEIGHT_PX }}
          empty={null}
        />
      )}
    </QuerySection>
  );
}

type DateActions = {
  dates: PaymentDate[];
  editingId: number | null;
  disabledReason: string | null;
  edit: (id: number | null) => void;
};

const column = columnHelper<PaymentDate, DateActions>();

const dateColumns = column.columns([
  column.accessor("paymentDate", {
    header: LABELS.paymentDate,
    meta: { className: "w-44 whitespace-normal!", grows: true },
    cell: ({ row, table }) => <DateInPlace date={row.original} {...tableActions(table)} />,
  }),
  column.accessor("amountCents", {
    header: `${LABELS.amount} (USD)`,
    meta: { align: "right", className: "w-40" },
    cell: ({ row }) => <InstalmentAmount instalment={row.original} />,
  }),
  column.accessor("status", {
    header: LABELS.status,
    meta: { className: "w-28" },
    cell: ({ getValue }) => <ScheduleStatus status={getValue()} />,
  }),
  column.display({
    id: "actions",
    meta: ROW_MENU_COLUMN,
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row, table }) => <EditDate date={row.original} {...tableActions(table)} />,
  }),
]);

type CellProps = DateActions & { date: PaymentDate };

function DateInPlace({ date, dates, editingId, edit }: CellProps) {
  if (editingId !== date.id) return <PaymentDay day={date.paymentDate} isPaid={date.status === "PAID"} />;
  const at = dates.findIndex(({ id }) => id === date.id);
  return (
    <PaymentDateEditor
      date={date}
      previous={dates[at - 1]?.paymentDate ?? null}
      next={dates[at + 1]?.paymentDate ?? null}
      onClose={() => edit(null)}
    />
  );
}

/** One row at a time: the limits of a row are the days of its neighbours. */
function EditDate({ date, editingId, disabledReason, edit }: CellProps) {
  const button = useRef<HTMLButtonElement>(null);
  const isEditing = editingId === date.id;
  useFocusAfter(isEditing, button);
  if (isEditing) return null;
  const busy = editingId === null ? null : "Save or cancel the other row first.";
  return (
    <span className="flex justify-end" data-print="hide">
      <Button
        ref={button}
        variant="ghost"
        size="icon-small"
        aria-label={`Edit ${date.paymentDate}`}
        disabledReason={disabledReason ?? whyNotMovePayment(date) ?? busy}
        onClick={() => edit(date.id)}
      >
        <PencilIcon aria-hidden />
      </Button>
    </span>
  );
}
