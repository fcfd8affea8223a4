import { formatNewYork, newYorkDate, newYorkTimeOfDay } from "@countinghouse/validators/new-york";
import { priorityInWords, WORK_KINDS } from "@countinghouse/validators/work/rules";
import { Link } from "wouter";
import { cn } from "@/lib/cn.ts";
import { useNow } from "@/lib/timers.ts";
import { paths } from "@/paths.ts";
import { DateCell, EmptyCell, MoneyCell, OpenCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import type { WorkItem } from "./work-item.ts";

export type WorkActions = { open: (item: WorkItem) => void };

const column = columnHelper<WorkItem, WorkActions>();

export const workColumns = column.columns([
  column.accessor("priority", {
    header: "Priority",
    meta: { align: "right", className: "w-20" },
    cell: ({ getValue }) => <span title={priorityInWords(getValue())}>{getValue().score.toFixed(1)}</span>,
  }),
  column.accessor("kind", {
    header: "Type",
    meta: { className: "w-42" },
    cell: ({ row: { original }, table, getValue }) => (
      <OpenCell onClick={() => tableActions(table).open(original)}>{WORK_KINDS[getValue()].word}</OpenCell>
    ),
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-44" },
    cell: ({ row }) => <ItemCustomer item={row.original} />,
  }),
  column.accessor("said", {
    header: "What happened",
    meta: { className: "max-w-none! whitespace-normal! py-1" },
    cell: ({ row: { original }, getValue }) => (
      <>
        <span title={getValue()} className="line-clamp-2">
          {getValue()}
        </span>
        <Mark item={original} />
      </>
    ),
  }),
  column.accessor("moneyCents", {
    header: "At risk (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("dueOn", {
    header: "Due (ET)",
    meta: { className: "w-26" },
    cell: ({ getValue }) => <DueDay day={getValue()} />,
  }),
  column.accessor("since", {
    header: "Since (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("heldBy", {
    header: "Assignee",
    meta: { className: "w-32" },
    cell: ({ row: { original } }) => <Who item={original} />,
  }),
]);

export function ItemCustomer({ item: { userId, userName } }: { item: WorkItem }) {
  if (userId === null) return <EmptyCell />;
  return (
    <Link
      href={paths.userDetail({ id: userId })}
      className="rounded-sm text-link underline-offset-4 hover:underline"
    >
      <span className="id-text">{userId}</span> {userName}
    </Link>
  );
}

const MINUTE_MS = 60_000;

/** A day that has passed stands out, in words as well. */
export function DueDay({ day }: { day: string }) {
  const isOver = day < newYorkDate(useNow(MINUTE_MS));
  return (
    <span className={cn("num", isOver && "font-medium text-danger-fg")}>
      {day}
      {isOver && <span className="sr-only"> overdue</span>}
    </span>
  );
}

/** Who has the item open, or the last action on a snoozed or done one, with its admin or day. */
function Mark({ item: { done, snoozedUntil, heldBy } }: { item: WorkItem }) {
  const text = done
    ? `Done by ${done.by}`
    : heldBy
      ? `${heldBy.name} has it open until ${newYorkTimeOfDay(heldBy.until)}`
      : snoozedUntil && `Snoozed until ${formatNewYork(snoozedUntil, "date")} ET`;
  return text && <span className="block text-xs text-muted-foreground">{text}</span>;
}

function Who({ item: { heldBy, assignedTo } }: { item: WorkItem }) {
  if (heldBy) return <span title={`${heldBy.name} has it open`}>{heldBy.name}</span>;
  return assignedTo ? <span className="text-muted-foreground">For {assignedTo.name}</span> : <EmptyCell />;
}
