import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { countText, percentText } from "./figures.ts";
import { MATCH_LABELS, type MatchName } from "./number-ids.ts";

type Matches = RouterOutputs["bankStatistics"]["matches"];
type Transaction = Matches["transactions"][number];
type Account = Matches["accounts"][number];
type Name = Matches["names"][number];

type MatchLinesProps = { userId: number; snapshotId: number; name: MatchName };

/** The lines that a match was made of, each with what came of it. */
export function MatchLines({ userId, snapshotId, name }: MatchLinesProps) {
  const query = trpc.bankStatistics.matches.useQuery({ userId, snapshotId });
  const table = { label: MATCH_LABELS[name], query, empty: <EmptyState title={NOTHING[name]} /> };
  if (name === "accounts") {
    return (
      <DataTable
        {...table}
        list="match-accounts"
        columns={accountColumns}
        rows={query.data?.accounts}
        rowKey={({ key }) => key}
      />
    );
  }
  if (name === "names") {
    return (
      <DataTable
        {...table}
        list="match-names"
        columns={nameColumns}
        rows={query.data?.names}
        rowKey={(row) => `${row.name} ${row.other}`}
      />
    );
  }
  const { transactions, soughtCount = 0 } = query.data ?? {};
  return (
    <DataTable
      {...table}
      list="match-transactions"
      columns={transactionColumns}
      rows={transactions}
      rowKey={({ id }) => id}
      footer={
        transactions &&
        transactions.length < soughtCount && (
          <p className="px-(--row-px) py-2 text-sm text-muted-foreground">
            The first {countText(transactions.length)} of {countText(soughtCount)}, those that were not found
            first
          </p>
        )
      }
    />
  );
}

const NOTHING: Readonly<Record<MatchName, string>> = {
  transactions: "There is no earlier report to compare with",
  accounts: "No account is in the report or linked",
  names: "The bank reported no owner",
};

const transaction = columnHelper<Transaction>();
const transactionColumns = transaction.columns([
  transaction.accessor("date", {
    header: "Date",
    meta: { className: "w-26" },
    cell: ({ getValue }) => <time dateTime={getValue()}>{getValue()}</time>,
  }),
  transaction.accessor("name", { header: "Name" }),
  transaction.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} moneyIn="positive" />,
  }),
  transaction.accessor("isFound", {
    header: "Found again",
    meta: { className: "w-30" },
    cell: ({ getValue }) => <YesNo is={getValue()} yes="Found" no="Not found" />,
  }),
]);

const account = columnHelper<Account>();
const accountColumns = account.columns([
  account.accessor("mask", {
    header: "Account",
    cell: ({ row: { original } }) =>
      `${original.name === "" ? "Account" : original.name} •••• ${original.mask}`,
  }),
  account.accessor("isReported", {
    header: "In the report",
    meta: { className: "w-32" },
    cell: ({ getValue }) => <YesNo is={getValue()} yes="Yes" no="No" />,
  }),
  account.accessor("isLinked", {
    header: "Linked",
    meta: { className: "w-32" },
    cell: ({ getValue }) => <YesNo is={getValue()} yes="Yes" no="No" />,
  }),
]);

const name = columnHelper<Name>();
const nameColumns = name.columns([
  name.accessor("name", { header: "Owner by the bank" }),
  name.accessor("other", { header: "Customer or business" }),
  name.accessor("similarity", {
    header: "Alike",
    meta: { align: "right", className: "w-24" },
    cell: ({ getValue }) => percentText(getValue()),
  }),
]);

const YesNo = ({ is, yes, no }: { is: boolean; yes: string; no: string }) => (
  <StatusBadge tone={is ? "success" : "warning"}>{is ? yes : no}</StatusBadge>
);
