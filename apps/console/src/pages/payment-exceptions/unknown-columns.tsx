import { masked } from "@/components/payments/instrument-text.ts";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { DateCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { type ExceptionActions, PaymentLink, SentenceCell } from "./exception-cells.tsx";
import type { UnknownPayment } from "./use-payment-exceptions.ts";

const column = columnHelper<UnknownPayment, ExceptionActions>();

export const unknownColumns = column.columns([
  column.accessor("sentAt", {
    header: "Since (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("userId", {
    header: "Customer",
    meta: { className: "w-40" },
    cell: ({ row: { original } }) => <CustomerCell id={original.userId} name={original.userName} />,
  }),
  column.accessor("kind", {
    header: "Payment",
    meta: { className: "w-58" },
    cell: ({ row }) => <PaymentLink payment={row.original} kind={row.original.kind} />,
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ getValue }) => <MoneyCell cents={getValue()} />,
  }),
  column.accessor("last4", {
    header: "Card/Account",
    meta: { className: "w-27" },
    cell: ({ getValue }) => (getValue() === "" ? "None" : masked(getValue())),
  }),
  column.accessor("nextLookAt", {
    header: "Next check (ET)",
    meta: { className: "w-41" },
    cell: ({ getValue }) => {
      const at = getValue();
      return at === null ? "Needs a person" : <DateCell at={at} />;
    },
  }),
  column.accessor("message", {
    header: "Message",
    meta: { className: "w-56 max-w-none! whitespace-normal! py-1.5" },
    cell: ({ getValue }) => <SentenceCell text={getValue()} />,
  }),
]);
