import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { DateCell, EmptyCell, OpenCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

type Day = RouterOutputs["reconciledDays"]["list"][number];
export type DayActions = { open: (day: string) => void };

const column = columnHelper<Day, DayActions>();

export const dayColumns = column.columns([
  column.accessor("day", {
    header: "Day (ET)",
    meta: { className: "w-32" },
    cell: ({ getValue, table }) => (
      <OpenCell className="tabular-nums" onClick={() => tableActions(table).open(getValue())}>
        {getValue()}
      </OpenCell>
    ),
  }),
  column.accessor("open", {
    header: "Open breaks",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <span className="num">{getValue()}</span>,
  }),
  column.accessor("resolved", {
    header: "Resolved",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <span className="num">{getValue()}</span>,
  }),
  column.accessor("payments", {
    header: "Payments",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => <span className="num">{getValue().toLocaleString("en-US")}</span>,
  }),
  column.accessor("at", {
    header: "Compared (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("signedBy", {
    header: "Signed off",
    meta: { className: "w-64" },
    cell: ({ row: { original } }) =>
      original.signedBy === null || original.signedAt === null ? (
        original.isWhole ? (
          <EmptyCell />
        ) : (
          <StatusBadge tone="warning">A system did not answer</StatusBadge>
        )
      ) : (
        <span>
          {original.signedBy}, {formatNewYork(original.signedAt, "dateTime")}
        </span>
      ),
  }),
]);
