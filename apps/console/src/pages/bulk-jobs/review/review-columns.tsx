import { UserLink } from "@/components/users/user-link.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DateCell } from "@/table/date-cell.tsx";
import { sharedColumns } from "../batch/shared-columns.tsx";
import { AmountCell, ChooseAll, ChooseCell, ReasonsCell, ReviewActions } from "./review-cells.tsx";
import type { ReviewRow } from "./review-rows.ts";
import { AMOUNT_TITLE } from "./use-review.ts";

const column = columnHelper<ReviewRow>();

/** The rows of a payment list before they go; `instrument` heads the last four digits. */
export const reviewColumns = (instrument: string) => {
  const shared = sharedColumns<ReviewRow>(instrument);
  return column.columns([
    column.display({
      id: "choose",
      meta: { className: "w-10" },
      header: () => <ChooseAll />,
      cell: ({ row }) => <ChooseCell row={row.original} />,
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
      cell: ({ row }) => <AmountCell row={row.original} />,
    }),
    column.display({
      id: "actions",
      meta: { className: "w-33 overflow-visible!" },
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row }) => <ReviewActions row={row.original} />,
    }),
    column.display({
      id: "reasons",
      header: "Flags",
      cell: ({ row }) => <ReasonsCell row={row.original} />,
    }),
    ...shared.terms,
    column.accessor("lastPaidAt", {
      header: "Last Paid (ET)",
      meta: { className: "w-44" },
      cell: ({ getValue }) => <DateCell at={getValue()} />,
    }),
  ]);
};
