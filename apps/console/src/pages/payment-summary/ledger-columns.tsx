import { cardNumber } from "@/components/facts/fields.ts";
import { paths } from "@/paths.ts";
import { EmptyCell, LinkCell, MoneyCell, TextCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import type { LedgerLine } from "./use-summary.ts";

const column = columnHelper<LedgerLine>();

export const ledgerColumns = column.columns([
  column.accessor("transactionDate", { header: "Date (ET)", meta: { className: "w-26" } }),
  column.accessor("transactionType", { header: "Type", meta: { className: "w-22" } }),
  column.accessor("customDescription", { header: "Description", meta: { className: "w-30" } }),
  column.accessor("last4", {
    header: "Card No",
    meta: { className: "w-24" },
    cell: ({ row }) =>
      row.original.last4 === "" ? <EmptyCell /> : <span className="num">{cardNumber(row.original)}</span>,
  }),
  column.accessor("reference", {
    header: "Reference",
    meta: { className: "w-30" },
    cell: ({ row: { original } }) =>
      original.paymentId === null ? (
        <TextCell value={original.reference} />
      ) : (
        <LinkCell href={paths.paymentProcessor({ payment: original.paymentId })}>
          <span title={original.reference ?? original.paymentId}>
            {original.reference ?? original.paymentId}
          </span>
        </LinkCell>
      ),
  }),
  column.accessor("notes", { header: "Notes", meta: { className: "w-32" } }),
  column.display({
    id: "debit",
    header: "Debit (USD)",
    meta: { align: "right", className: "w-26" },
    cell: ({ row: { original } }) => (
      <MoneyCell cents={original.amountCents > 0 ? original.amountCents : null} />
    ),
  }),
  column.display({
    id: "credit",
    header: "Credit (USD)",
    meta: { align: "right", className: "w-26" },
    cell: ({ row: { original } }) => (
      <MoneyCell cents={original.amountCents < 0 ? -original.amountCents : null} moneyIn="positive" />
    ),
  }),
  column.accessor("balanceCents", {
    header: "Balance (USD)",
    meta: { align: "right", className: "w-36" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
]);
