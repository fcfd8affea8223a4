import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { useWholePage } from "@/lib/use-whole-page.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { EmptyState } from "@/ui/states.tsx";

type Transaction = RouterOutputs["loans"]["listTransactions"][number];

const TABLE_HEIGHT_PX = 1000;
/** Of more rows than this only those near to what is seen are made, unless the page is printed or searched. */
const MOST_MADE = 300;

/** Every entry of the customer's ledger, the latest first, with the balance after it. */
export function TransactionsTable({ userId }: { userId: number }) {
  const query = trpc.loans.listTransactions.useQuery({ userId });
  const windowed = !useWholePage() && (query.data?.length ?? 0) > MOST_MADE;
  return (
    <DataTable
      label="Transaction Details"
      columns={transactionColumns}
      rows={query.data}
      rowKey={({ id }) => id}
      query={query}
      size={{ maxHeight: TABLE_HEIGHT_PX, windowed }}
      empty={<EmptyState title="No Transactions Found" />}
    />
  );
}

const column = columnHelper<Transaction>();

const transactionColumns = column.columns([
  column.accessor("transactionDate", { header: "Transaction Date (ET)", meta: { className: "w-44" } }),
  column.accessor("transactionType", { header: "Transaction Type", meta: { className: "w-36" } }),
  column.accessor("customDescription", { header: "Custom Description", meta: { className: "w-44" } }),
  column.accessor("description", { header: "Description" }),
  column.accessor("amountCents", {
    header: "Transaction Amount (USD)",
    meta: { align: "right", className: "w-44" },
    cell: ({ row }) => <MoneyCell cents={row.original.amountCents} moneyIn="negative" />,
  }),
  column.accessor("balanceCents", {
    header: "Balance (USD)",
    meta: { align: "right", className: "w-36" },
    cell: ({ row }) => <MoneyCell cents={row.original.balanceCents} />,
  }),
]);
