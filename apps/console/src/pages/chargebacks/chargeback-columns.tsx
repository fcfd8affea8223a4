import type { RouterOutputs } from "@countinghouse/api";
import { CodeCell, Last4Cell, RetriesCell, UserOrRef } from "@/components/chargebacks/report-cells.tsx";
import { CopyCell, DateCell, MoneyCell, StatusCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";

export type ChargebackRow = RouterOutputs["chargebacks"]["list"]["returns"][number];

const column = columnHelper<ChargebackRow>();

export const chargebackColumns = column.columns([
  column.accessor("createdAt", {
    header: "Date (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("userId", {
    header: "User Id",
    meta: { className: "w-20" },
    cell: ({ row }) => <UserOrRef {...row.original} />,
  }),
  column.accessor("uniqueRef", {
    header: "Unique Ref",
    meta: { className: "w-42" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="unique ref" />,
  }),
  column.accessor("name", { header: "Name", meta: { className: "w-32" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("transactionType", { header: "Transaction Type", meta: { className: "w-32" } }),
  column.accessor("exceptionType", { header: "Type", meta: { className: "w-44" } }),
  column.accessor("cardNumber", {
    header: "Card",
    meta: { className: "w-16" },
    cell: ({ getValue }) => <Last4Cell last4={getValue()} />,
  }),
  column.accessor("code", {
    header: "Code",
    meta: { className: "w-56" },
    cell: ({ row }) => <CodeCell {...row.original} />,
  }),
  column.accessor("status", {
    header: "Status",
    meta: { className: "w-52" },
    cell: ({ getValue }) => <StatusCell status={getValue()} />,
  }),
  column.accessor("reprocessingAttempts", {
    header: "Retries",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <RetriesCell attempts={getValue()} />,
  }),
]);
