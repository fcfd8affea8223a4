import { Last4Cell } from "@/components/chargebacks/report-cells.tsx";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { CopyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { ROW_MENU_COLUMN } from "@/table/row-menu.tsx";
import { CandidatesCell, type ExceptionActions, ReportActions } from "./exception-cells.tsx";
import { directionWords, RAIL_WORDS } from "./exception-words.ts";
import type { UnmatchedReport } from "./use-payment-exceptions.ts";

const column = columnHelper<UnmatchedReport, ExceptionActions>();

/** As many lines as it takes. */
const WRAPPED = "max-w-none! whitespace-normal! py-1.5";

export const unmatchedColumns = column.columns([
  column.accessor("happenedOn", { header: "Day", meta: { className: "w-26" } }),
  column.accessor("rail", {
    header: "Rail",
    meta: { className: "w-14" },
    cell: ({ getValue }) => RAIL_WORDS[getValue()],
  }),
  column.accessor("kind", {
    header: "Kind",
    meta: { className: `w-28 ${WRAPPED}` },
    cell: ({ getValue }) => EVENT_WORDS[getValue()],
  }),
  column.accessor("direction", {
    header: "Direction",
    meta: { className: `w-26 ${WRAPPED}` },
    cell: ({ getValue }) => directionWords(getValue()),
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("reference", {
    header: "Reference",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="reference" />,
  }),
  column.accessor("last4", {
    header: "Card/Account",
    meta: { className: "w-27" },
    cell: ({ getValue }) => <Last4Cell last4={getValue()} />,
  }),
  column.accessor("name", { header: "Name", meta: { className: `w-24 ${WRAPPED}` } }),
  column.accessor("customers", {
    header: "Possible matches",
    meta: { className: `w-50 ${WRAPPED}` },
    cell: ({ row }) => <CandidatesCell report={row.original} />,
  }),
  column.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: ROW_MENU_COLUMN,
    cell: ({ row, table }) => <ReportActions report={row.original} {...tableActions(table)} />,
  }),
]);
