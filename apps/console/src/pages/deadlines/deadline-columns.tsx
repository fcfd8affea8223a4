import { CLOCKS } from "@countinghouse/validators/deadlines/rules";
import { dayNumber } from "@countinghouse/validators/new-york";
import { Link } from "wouter";
import { type Deadline, deadlinePlace } from "@/components/deadlines/deadline.ts";
import { SendNotice } from "@/components/deadlines/send-notice.tsx";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { cn } from "@/lib/cn.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";

/** Which day it is, YYYY-MM-DD; empty until it is known. */
export type DeadlineActions = { today: string };

const column = columnHelper<Deadline, DeadlineActions>();
const LINK = "rounded-sm text-link underline-offset-4 hover:underline";

export const deadlineColumns = column.columns([
  column.accessor("on", {
    header: "Last day (ET)",
    meta: { className: "w-38" },
    cell: ({ getValue, table }) => <LastDay day={getValue()} today={tableActions(table).today} />,
  }),
  column.accessor("clock", {
    header: "Type",
    meta: { className: "w-44" },
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Link href={deadlinePlace(original.clock, original.key, original.userId)} className={LINK}>
          {CLOCKS[original.clock].word}
        </Link>
        {original.clock === "ADVERSE_ACTION" && <SendNotice applicationId={Number(original.key)} />}
      </span>
    ),
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-38" },
    cell: ({ row: { original } }) => <CustomerCell id={original.userId} name={original.userName} />,
  }),
  column.accessor("said", {
    header: "Reason",
    meta: { className: "w-62 whitespace-normal! py-1" },
  }),
  column.accessor("moneyCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("source", {
    header: "Starts with, by rule",
    meta: { className: "w-62" },
    cell: ({ row: { original } }) => {
      const text = `${original.from}: ${CLOCKS[original.clock].from}. ${original.source}`;
      return <span title={text}>{text}</span>;
    },
  }),
]);

function LastDay({ day, today }: { day: string; today: string }) {
  const left = today === "" ? null : dayNumber(day) - dayNumber(today);
  const isOver = left !== null && left < 0;
  return (
    <span className={cn("num", isOver && "font-medium text-danger-fg")}>
      {day}
      {left !== null && (
        <span className={cn("max-md:in-data-[slot=data-table]:hidden", !isOver && "text-muted-foreground")}>
          {" "}
          {daysLeft(left)}
        </span>
      )}
    </span>
  );
}

const daysLeft = (days: number): string => {
  if (days === 0) return "today";
  if (days === 1) return "tomorrow";
  return days < 0 ? `${-days} d late` : `in ${days} d`;
};
