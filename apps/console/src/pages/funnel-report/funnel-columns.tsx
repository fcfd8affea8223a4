import type { RouterOutputs } from "@countinghouse/api";
import type { FunnelOutcome } from "@countinghouse/validators/funnel/rules";
import { Link } from "wouter";
import { EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";

export type Phase = RouterOutputs["funnel"]["report"][number];

/** Where the customers behind a number are. */
export type FunnelActions = { toUsers: (eventId: number, outcome: FunnelOutcome) => string };

const column = columnHelper<Phase, FunnelActions>();

const WHOLE = new Intl.NumberFormat("en-US");

const right = (className: string) => ({ align: "right" as const, className });

const countColumn = (
  outcome: "count" | "dropOff" | "rejected" | "stillOpen",
  header: string,
  className: string,
) =>
  column.accessor(outcome === "count" ? outcome : `${outcome}Count`, {
    header,
    meta: right(className),
    cell: ({ getValue, row, table }) => (
      <CountLink count={getValue()} to={tableActions(table).toUsers(row.original.eventId, outcome)} />
    ),
  });

/** A number that opens the customers behind it; nobody is behind none. */
const CountLink = ({ count, to }: { count: number; to: string }) =>
  count === 0 ? (
    <span className="num">0</span>
  ) : (
    <Link href={to} className="num rounded-sm text-link underline-offset-4 hover:underline">
      {WHOLE.format(count)}
    </Link>
  );

export const funnelColumns = column.columns([
  column.accessor("eventName", { header: "Phases", meta: { className: "w-46" } }),
  countColumn("count", "Count of Users", "w-36"),
  column.accessor("convertedRatio", {
    header: "Phases to Converted Ratio",
    meta: right("w-46"),
    cell: ({ getValue }) => {
      const percent = getValue();
      return percent === null ? <EmptyCell /> : <span className="num">{percent.toFixed(1)}%</span>;
    },
  }),
  column.accessor("amountValueCents", {
    header: "Amount Value",
    meta: right("w-30"),
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  countColumn("dropOff", "Drop off count", "w-28"),
  countColumn("rejected", "Rejected count", "w-28"),
  countColumn("stillOpen", "Still open count", "w-31"),
]);
