import type { RouterOutputs } from "@countinghouse/api";
import { meaningOfCode } from "@countinghouse/validators/chargebacks/report-codes";
import { RATE_DAYS } from "@countinghouse/validators/debit-control/return-rates";
import { trpc } from "@/api/client.ts";
import { byCursor, usePages } from "@/api/use-pages.ts";
import { CustomersSheet } from "@/components/customer-lists/customers-sheet.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { paths } from "@/paths.ts";
import { LinkCell, MoneyCell } from "@/table/cells.tsx";
import { type Columns, columnHelper } from "@/table/columns.ts";
import { EmptyState } from "@/ui/states.tsx";
import { countedWords, type RateFigure } from "./rate-figures.ts";

type Page = RouterOutputs["debitControl"]["counted"];
type Row = Page["rows"][number];

const PAGING = byCursor(({ rows }: Page): Row[] => rows);

const column = columnHelper<Row>();

const day = (header: string) => column.accessor("day", { header, meta: { className: "w-30" } });
const user = column.accessor("userId", {
  header: "User Id",
  cell: ({ getValue }) => <UserLink id={getValue()} />,
  meta: { className: "w-24" },
});
const name = column.accessor("userName", { header: "Name" });
const source = column.accessor("source", { header: "Source", meta: { className: "w-20" } });
const code = column.accessor("code", {
  header: "Code",
  cell: ({ row: { original } }) => (
    <>
      <span className="id-text">{original.code || "-"}</span>{" "}
      <span className="text-muted-foreground">{meaningOfCode("ACH", original.code ?? "")}</span>
    </>
  ),
  meta: { className: "w-64" },
});
const amount = column.accessor("amountCents", {
  header: "Amount (USD)",
  cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  meta: { align: "right", className: "w-30" },
});
const payment = column.accessor("paymentId", {
  header: "Payment",
  cell: ({ getValue }) => (
    <LinkCell href={paths.paymentProcessor({ payment: getValue() })}>
      <span title={getValue()}>{getValue()}</span>
    </LinkCell>
  ),
  meta: { className: "w-32" },
});

const DEBITS: Columns<Row> = column.columns([day("Sent (ET)"), user, name, source, amount, payment]);
const RETURNS: Columns<Row> = column.columns([
  day("Returned (ET)"),
  user,
  name,
  source,
  code,
  amount,
  payment,
]);

type CountedSheetProps = { figure: RateFigure; onClose: () => void };

/** What a number of the return rates counts, row by row: as many as it says. */
export function CountedSheet({ figure, onClose }: CountedSheetProps) {
  const rates = trpc.debitControl.returnRates.useQuery();
  const query = usePages(trpc.debitControl.counted, figure, PAGING);
  const counts = rates.data?.sources.find(({ source: of }) => of === figure.source)?.counts;
  return (
    <CustomersSheet
      title={`${figure.source === "All" ? "All" : `${figure.source}:`} ${countedWords(figure.count)}`}
      description={
        counts &&
        `Together ${counts[figure.count].toLocaleString("en-US")} in the ${RATE_DAYS} days up to today`
      }
      list={figure.count === "entries" ? "counted-debits" : "counted-returns"}
      query={query}
      columns={figure.count === "entries" ? DEBITS : RETURNS}
      rowKey={({ paymentId }) => paymentId}
      customers={{
        toUserId: ({ userId }) => userId,
        toName: ({ paymentId, userId }) => `payment ${paymentId} of user ${userId}`,
      }}
      size={{ skeletonRows: 12 }}
      empty={<EmptyState title="No rows behind this number" />}
      onClose={onClose}
    />
  );
}
