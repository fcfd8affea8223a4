import type { RouterOutputs } from "@countinghouse/api";
import { paths } from "@/paths.ts";
import { IdLink, LinkCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";

export type LedgerLine = RouterOutputs["ledger"]["list"]["lines"][number];

const column = columnHelper<LedgerLine>();

export const ledgerColumns = column.columns([
  column.accessor("transactionDate", { header: "Transaction Date (ET)", meta: { className: "w-38" } }),
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-20" },
    cell: ({ getValue }) => <LinkCell href={paths.userDetail({ id: getValue() })}>{getValue()}</LinkCell>,
  }),
  column.accessor("renewalOf", {
    header: "Renewal Of",
    meta: { className: "w-22" },
    cell: ({ getValue }) => <IdLink id={getValue()} to={paths.userDetail} />,
  }),
  column.accessor("name", { header: "Name", meta: { className: "w-34" } }),
  column.accessor("amountCents", {
    header: "Transaction Amount (USD)",
    meta: { align: "right", className: "w-44" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} moneyIn="negative" />,
  }),
  column.accessor("balanceCents", {
    header: "Balance (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("transactionType", { header: "Transaction Type", meta: { className: "w-32" } }),
  column.accessor("customDescription", { header: "Custom Description", meta: { className: "w-36" } }),
  column.accessor("notes", { header: "Notes", meta: { className: "w-48" } }),
]);
