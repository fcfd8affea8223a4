import type { RouterOutputs } from "@countinghouse/api";
import { EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";

export type Phase = RouterOutputs["funnel"]["report"][number] & {
  /** Of the phase that most customers reached, as a share of one. */
  share: number;
};

const column = columnHelper<Phase>();

const WHOLE = new Intl.NumberFormat("en-US");

const right = (className: string) => ({ align: "right" as const, className });

const countColumn = (
  name: "dropOffCount" | "rejectedCount" | "stillOpenCount",
  header: string,
  className: string,
) =>
  column.accessor(name, {
    header,
    meta: right(className),
    cell: ({ getValue }) => <span className="num">{WHOLE.format(getValue())}</span>,
  });

export const funnelColumns = column.columns([
  column.accessor("eventName", { header: "Phases", meta: { className: "w-46" } }),
  column.accessor("count", {
    header: "Count of Users",
    meta: { className: "w-44" },
    cell: ({ row: { original } }) => <CountCell {...original} />,
  }),
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
  countColumn("dropOffCount", "Drop off count", "w-28"),
  countColumn("rejectedCount", "Rejected count", "w-28"),
  countColumn("stillOpenCount", "Still open count", "w-31"),
]);

/** The number, and beside it a bar as long as its share of the widest phase. */
const CountCell = ({ count, share }: Phase) => (
  <span className="flex items-center gap-3">
    <span className="num w-12 text-right">{WHOLE.format(count)}</span>
    <span aria-hidden className="h-2 min-w-px flex-1 rounded-full bg-muted">
      <span
        className="block h-full rounded-full bg-primary/60"
        style={{ width: `${Math.round(share * 100)}%` }}
      />
    </span>
  </span>
);
