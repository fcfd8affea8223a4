import { chargebackLabel } from "@countinghouse/validators/chargebacks/rules";
import { Last4Cell, RetriesCell, UserOrRef } from "@/components/chargebacks/report-cells.tsx";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { CopyRow, type UnprocessedActions } from "./unprocessed-cells.tsx";
import type { UnprocessedRow } from "./use-unprocessed.ts";

const column = columnHelper<UnprocessedRow, UnprocessedActions>();

/** The step at which a report failed, as it is shown. */
const STAGE_WORDS: Record<UnprocessedRow["stage"], string> = {
  MATCH: "match",
  AMOUNT: "amount",
  STATE: "state",
  LEDGER: "ledger",
  RETRY: "retrying",
};

export const unprocessedColumns = column.columns([
  column.accessor("createdAt", {
    header: "Date (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("uniqueRef", {
    header: "User Id / Unique Ref",
    meta: { className: "w-38" },
    cell: ({ row }) => <UserOrRef {...row.original} />,
  }),
  column.accessor("name", { header: "Name", meta: { className: "w-30" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("transactionType", {
    header: "Type",
    meta: { className: "w-37" },
    cell: ({ getValue }) => chargebackLabel(getValue()),
  }),
  column.accessor("cardNumber", {
    header: "Card",
    meta: { className: "w-16" },
    cell: ({ getValue }) => <Last4Cell last4={getValue()} />,
  }),
  column.accessor("errorMessage", {
    header: "Error Message",
    meta: { className: "w-56 max-w-none! whitespace-normal! py-1.5" },
    cell: ({ getValue }) => <span className="line-clamp-2">{getValue()}</span>,
  }),
  column.accessor("stage", {
    header: "Stage",
    meta: { className: "w-26" },
    cell: ({ getValue }) => <StatusBadge>{STAGE_WORDS[getValue()]}</StatusBadge>,
  }),
  column.accessor("reprocessingAttempts", {
    header: "Retries",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <RetriesCell attempts={getValue()} />,
  }),
  column.display({
    id: "actions",
    header: "Actions",
    meta: { className: "w-24" },
    cell: ({ row, table }) => <CopyRow row={row.original} {...tableActions(table)} />,
  }),
]);
