import { APPROVAL_WORDS } from "@countinghouse/validators/approvals/rules";
import type { Approval } from "@/components/approvals/approval.ts";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { DateCell, MoneyCell, OpenCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

export type ApprovalActions = { open: (approval: Approval) => void };

const column = columnHelper<Approval, ApprovalActions>();

export const approvalColumns = column.columns([
  column.accessor("title", {
    header: "Type",
    meta: { className: "w-56 whitespace-normal! py-1" },
    cell: ({ row: { original }, table, getValue }) => (
      <OpenCell className="whitespace-normal!" onClick={() => tableActions(table).open(original)}>
        {getValue()}
      </OpenCell>
    ),
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-44" },
    cell: ({ row: { original } }) => <CustomerCell id={original.userId} name={original.userName} />,
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("state", {
    header: "Status",
    meta: { className: "w-32 whitespace-normal! py-1" },
    cell: ({ row: { original } }) => (
      <span title={original.message}>
        <StatusBadge>{APPROVAL_WORDS[original.state]}</StatusBadge>
        {original.decidedBy && ` (${original.decidedBy})`}
      </span>
    ),
  }),
  column.accessor("reasons", {
    header: "Reason",
    meta: { className: "w-56 whitespace-normal! py-1" },
    cell: ({ getValue }) => getValue().join(" "),
  }),
  column.accessor("madeBy", {
    header: "Requested by",
    meta: { className: "w-36" },
    cell: ({ getValue }) => <span title={getValue()}>{getValue()}</span>,
  }),
  column.accessor("createdAt", {
    header: "Since (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("expiresAt", {
    header: "Expires (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
]);
