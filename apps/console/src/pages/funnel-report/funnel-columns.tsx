import type { RouterOutputs } from "@countinghouse/api";
import type { FunnelOutcome } from "@countinghouse/validators/funnel/rules";
import { formatCents } from "@countinghouse/validators/money";
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

type CountLinkProps = { count: number; to: string; children?: string };

/** A number that opens the customers behind it, by default how many they are; nobody is behind none. */
const CountLink = ({ count, to, children = WHOLE.format(count) }: CountLinkProps) =>
  count === 0 ? (
    <span className="num">{children}</span>
  ) : (
    <Link href={to} className="num rounded-sm text-link underline-offset-4 hover:underline">
      {children}
    </Link>
  );

export const funnelColumns = column.columns([
  column.accessor("eventName", { header: "Phases", meta: { className: "w-46" } }),
  countColumn("count", "Count of Users", "w-36"),
  column.accessor("convertedRatio", {
    header: "Phases to Converted Ratio",
    meta: right("w-46"),
    cell: ({ getValue, row: { original }, table }) => {
      const percent = getValue();
      if (percent === null) return <EmptyCell />;
      const to = tableActions(table).toUsers(original.eventId, "count");
      return <CountLink count={original.count} to={to}>{`${percent.toFixed(1)}%`}</CountLink>;
    },
  }),
  column.accessor("amountValueCents", {
    header: "Amount Value",
    meta: right("w-30"),
    cell: ({ getValue, row: { original }, table }) => {
      if (getValue() === 0) return <MoneyCell cents={0} />;
      const to = tableActions(table).toUsers(original.eventId, "count");
      return (
        <CountLink count={original.count} to={to}>
          {formatCents(getValue())}
        </CountLink>
      );
    },
  }),
  countColumn("dropOff", "Drop off count", "w-28"),
  countColumn("rejected", "Rejected count", "w-28"),
  countColumn("stillOpen", "Still open count", "w-31"),
]);
