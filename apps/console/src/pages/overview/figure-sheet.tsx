import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { CustomersSheet } from "@/components/customer-lists/customers-sheet.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { type Columns, columnHelper } from "@/table/columns.ts";
import { EmptyState } from "@/ui/states.tsx";
import { type Figure, figureTitle } from "./figures.ts";

type Page = RouterOutputs["portfolio"]["rows"];
type Row = Page["rows"][number];

const PAGING = byCursor(({ rows }: Page): Row[] => rows);

const column = columnHelper<Row>();

const user = column.accessor("userId", {
  header: "User Id",
  cell: ({ getValue }) => <UserLink id={getValue()} />,
  meta: { className: "w-28" },
});
const name = column.accessor("userName", { header: "Name", meta: { className: "w-48" } });
const what = column.accessor("what", { header: "Details" });
const day = (header: string) => column.accessor("day", { header, meta: { className: "w-28" } });
const cents = (header: string) =>
  column.accessor("cents", {
    header,
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
    meta: { align: "right", className: "w-36" },
  });
const ofCents = (header: string) =>
  column.accessor("ofCents", {
    header,
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
    meta: { align: "right", className: "w-36" },
  });

const COLUMNS: Readonly<Record<Figure["figure"], Columns<Row>>> = {
  outstanding: column.columns([user, name, cents("Balance (USD)")]),
  credit: column.columns([user, name, cents("Overpaid (USD)")]),
  "past-due": column.columns([
    user,
    name,
    day("Due since"),
    what,
    cents("Past due (USD)"),
    ofCents("Balance (USD)"),
  ]),
  week: column.columns([user, name, day("Day (ET)"), what, cents("Amount (USD)")]),
  roll: column.columns([
    user,
    name,
    day("Due on"),
    what,
    cents("Unpaid then (USD)"),
    ofCents("Instalment (USD)"),
  ]),
  vintage: column.columns([
    user,
    name,
    day("Funded on"),
    what,
    cents("Paid (USD)"),
    ofCents("Scheduled (USD)"),
  ]),
};

type FigureSheetProps = {
  figure: Figure;
  /** What the rows come to; null until it is known. */
  cents: number | null;
  onClose: () => void;
};

/** The rows that make a figure, which they come to. */
export function FigureSheet({ figure, cents: whole, onClose }: FigureSheetProps) {
  const query = usePages(trpc.portfolio.rows, { of: figure }, PAGING);
  return (
    <CustomersSheet
      title={figureTitle(figure)}
      description={whole === null ? undefined : `Together ${formatCents(whole)}`}
      query={query}
      columns={COLUMNS[figure.figure]}
      rowKey={({ key }) => key}
      customers={{
        toUserId: ({ userId }) => userId,
        toName: ({ key, userId }) => `${key} of user ${userId}`,
      }}
      size={{ skeletonRows: 12 }}
      empty={<EmptyState title="No rows behind this figure" />}
      onClose={onClose}
    />
  );
}
