import { formatCents } from "@countinghouse/validators/money";
import { EXCEPTION_WORDS } from "@countinghouse/validators/payment-exceptions/rules";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper, tableActions } from "@/table/columns.ts";
import { CloseAction, type ExceptionActions, PaymentLink, SentenceCell } from "./exception-cells.tsx";
import type { BookedOtherwise } from "./use-payment-exceptions.ts";

const column = columnHelper<BookedOtherwise, ExceptionActions>();

export const bookedColumns = column.columns([
  column.accessor("openedAt", {
    header: "Since (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("kind", {
    header: "Kind",
    meta: { className: "w-28" },
    cell: ({ getValue }) => EXCEPTION_WORDS[getValue()],
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => <CustomerCell id={original.userId} name={original.userName} />,
  }),
  column.accessor("paymentKind", {
    header: "Payment",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => (
      <span className="grid gap-1">
        <PaymentLink payment={original} kind={original.paymentKind} />
        {original.other && <PaymentLink payment={original.other} kind={original.other.kind} />}
      </span>
    ),
  }),
  column.accessor("amountCents", {
    header: "Ordered (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("movedCents", {
    header: "Moved (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ row: { original } }) => formatCents(original.movedCents ?? original.amountCents),
  }),
  column.accessor("message", {
    header: "What happened",
    meta: { className: "w-60 max-w-none! whitespace-normal! py-1.5" },
    cell: ({ getValue }) => <SentenceCell text={getValue()} />,
  }),
  column.display({
    id: "actions",
    header: "Actions",
    meta: { className: "w-22" },
    cell: ({ row, table }) => <CloseAction exception={row.original} {...tableActions(table)} />,
  }),
]);
