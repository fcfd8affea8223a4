import { BalanceCell } from "@/components/balance/balance-cell.tsx";
import { UserLink } from "@/components/users/user-link.tsx";
import { DateCell, EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { sharedColumns } from "../batch/shared-columns.tsx";
import {
  ActionsCell,
  AmountCell,
  ChooseAll,
  ChooseCell,
  ReasonsCell,
  type ReviewActions,
} from "./review-cells.tsx";
import type { ReviewRow } from "./review-rows.ts";
import { AMOUNT_TITLE } from "./use-review.ts";

const column = columnHelper<ReviewRow, ReviewActions>();

/** The rows of a payment list before they go; `instrument` heads the last four digits. */
export const reviewColumns = (instrument: string) => {
  const shared = sharedColumns<ReviewRow, ReviewActions>(instrument);
  return column.columns([
    column.display({
      id: "choose",
      meta: { className: "w-10" },
      header: ({ table }) => <ChooseAll {...tableActions(table)} />,
      cell: ({ row, table }) => <ChooseCell row={row.original} {...tableActions(table)} />,
    }),
    column.accessor("userId", {
      header: "Id",
      meta: { className: "w-24" },
      cell: ({ getValue }) => <UserLink id={getValue()} />,
    }),
    ...shared.names,
    column.accessor("amountCents", {
      header: `${AMOUNT_TITLE} (USD)`,
      meta: { align: "right", className: "w-41" },
      cell: ({ row, table }) => <AmountCell row={row.original} {...tableActions(table)} />,
    }),
    column.display({
      id: "actions",
      meta: { className: "w-33 overflow-visible!" },
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row, table }) => <ActionsCell row={row.original} {...tableActions(table)} />,
    }),
    column.display({
      id: "reasons",
      header: "Flags",
      meta: { className: "w-72", grows: true },
      cell: ({ row, table }) => <ReasonsCell row={row.original} {...tableActions(table)} />,
    }),
    column.accessor("balanceCents", {
      header: "Balance (USD)",
      meta: { align: "right", className: "w-30" },
      cell: ({ row, getValue }) => <BalanceCell userId={row.original.userId} cents={getValue()} />,
    }),
    column.accessor("dueDate", {
      header: "Due Date",
      meta: { className: "w-26" },
      cell: ({ getValue }) => getValue() ?? <EmptyCell />,
    }),
    column.accessor("scheduledCents", {
      header: "Scheduled (USD)",
      meta: { align: "right", className: "w-33" },
      cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
    }),
    column.accessor("dueCents", {
      header: "Left (USD)",
      meta: { align: "right", className: "w-25" },
      cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
    }),
    ...shared.terms,
    column.accessor("lastPaidAt", {
      header: "Last Paid (ET)",
      meta: { className: "w-44" },
      cell: ({ getValue }) => <DateCell at={getValue()} />,
    }),
  ]);
};
