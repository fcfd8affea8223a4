import { BankStatus } from "@/components/bank-health.tsx";
import { DateCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import type { Institution } from "./use-institutions.ts";

type BankActions = { onCustomers: (institutionId: string) => void };

const column = columnHelper<Institution, BankActions>();

export const bankColumns = column.columns([
  column.accessor("status", {
    header: "Status",
    meta: { className: "w-28" },
    cell: ({ row }) => <BankStatus status={row.original.status} />,
  }),
  column.accessor("name", { header: "Institution", meta: { className: "w-54" } }),
  column.accessor("institutionId", {
    header: "Institution Id",
    meta: { className: "w-26" },
    cell: ({ getValue }) => <span className="id-text">{getValue()}</span>,
  }),
  column.accessor("customers", {
    header: "Customers Linked",
    meta: { align: "right", className: "w-34" },
    cell: ({ row: { original }, getValue, table }) => {
      const { onCustomers } = tableActions(table);
      const text = getValue().toLocaleString("en-US");
      return (
        <button
          type="button"
          aria-label={`${text} customers linked to ${original.name}`}
          aria-haspopup="dialog"
          onClick={() => onCustomers(original.institutionId)}
          className="num min-h-6 rounded-sm text-link underline-offset-4 hover:underline"
        >
          {text}
        </button>
      );
    },
  }),
  column.accessor("statusSince", {
    header: "Since (ET)",
    meta: { className: "w-42" },
    cell: ({ row }) => <DateCell at={row.original.status === null ? null : row.original.statusSince} />,
  }),
  column.accessor("askedAt", {
    header: "Last Asked (ET)",
    meta: { className: "w-42" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("error", { header: "Problem", meta: { className: "w-56" } }),
]);
