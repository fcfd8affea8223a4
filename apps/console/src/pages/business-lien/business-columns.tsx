import { formatPhone } from "@countinghouse/validators/contact/phone";
import { CopyCell, DateCell, EmptyCell, TextCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import type { BusinessActions } from "./business-actions.ts";
import { SelectAll, UserCell } from "./select-cells.tsx";
import { LienCell, LienPdfCell, StatusCell } from "./state-cells.tsx";
import type { BusinessRow } from "./use-businesses.ts";

const column = columnHelper<BusinessRow, BusinessActions>();

export const businessColumns = column.columns([
  column.accessor("userId", {
    header: ({ table }) => <SelectAll {...tableActions(table)} />,
    meta: { className: "w-28 border-r", pinned: true },
    cell: ({ row, table }) => <UserCell row={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("name", { header: "Name", meta: { className: "w-44" } }),
  column.accessor("midDeskResponseStatus", {
    header: "Status",
    meta: { className: "w-68 md:overflow-visible!" },
    cell: ({ row, table }) => <StatusCell row={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("lienStatus", {
    header: "Lien Status",
    meta: { className: "w-92 md:overflow-visible!" },
    cell: ({ row, table }) => <LienCell row={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("lienPdf", {
    header: "Lien PDF",
    meta: { className: "w-52 md:overflow-visible!" },
    cell: ({ row, table }) => <LienPdfCell row={row.original} actions={tableActions(table)} />,
  }),
  column.accessor("phone", {
    header: "Phone",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <TextCell value={formatPhone(getValue())} />,
  }),
  column.accessor("email", {
    header: "Email",
    meta: { className: "w-60" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="e-mail" />,
  }),
  column.accessor("currentAddress", { header: "Address", meta: { className: "w-72" } }),
  column.accessor("einLast4", {
    header: "EIN",
    meta: { className: "w-28" },
    cell: ({ getValue }) =>
      getValue() === "" ? <EmptyCell /> : <span className="num">•••• {getValue()}</span>,
  }),
  column.accessor("businessId", {
    header: "Business Id",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="business id" />,
  }),
  column.accessor("externalId", {
    header: "External Id",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="external id" />,
  }),
  column.accessor("batchId", {
    header: "Batch Id",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="batch id" />,
  }),
  column.accessor("createdAt", {
    header: "Created (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("updatedAt", {
    header: "Updated (ET)",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
]);
