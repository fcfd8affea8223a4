import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { MoneyCell } from "@/table/cells.tsx";
import { type Columns, columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { ShowMore } from "@/table/show-more.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
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

const figureRowKey = ({ key }: Row) => key;

type FigureSheetProps = {
  figure: Figure;
  /** What the rows come to; null until it is known. */
  cents: number | null;
  onClose: () => void;
};

/** The rows that make a figure, which they come to. */
export function FigureSheet({ figure, cents: whole, onClose }: FigureSheetProps) {
  const query = usePages(trpc.portfolio.rows, { of: figure }, PAGING);
  const rows = query.data?.rows;
  const title = figureTitle(figure);
  const selection = useCustomerSelection({
    title,
    listKey: title,
    rows,
    rowKey: figureRowKey,
    toUserId: ({ userId }) => userId,
    toName: ({ key, userId }) => `${key} of user ${userId}`,
  });
  return (
    <Sheet open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader
          title={title}
          description={whole === null ? undefined : `Together ${formatCents(whole)}`}
        />
        <SheetBody>
          <UpdatedQuery what="these rows" query={query} />
          <DataTable
            label={title}
            columns={COLUMNS[figure.figure]}
            rows={rows}
            rowKey={figureRowKey}
            selection={selection}
            query={query}
            size={{ skeletonRows: 12, minWidth: 760 }}
            empty={<EmptyState title="No rows behind this figure" />}
            footer={rows && rows.length > 0 && <ShowMore query={query} loaded={rows.length} />}
          />
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}
