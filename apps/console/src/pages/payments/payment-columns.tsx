import { isUnpaid, PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { Link } from "wouter";
import type { ListedPayment } from "@/components/payment-desk/use-payments.ts";
import { CheckStatus } from "@/components/payments/check-status.tsx";
import { expiryText, masked } from "@/components/payments/instrument-text.ts";
import { PaymentAmount } from "@/components/payments/payment-amount.tsx";
import { paths } from "@/paths.ts";
import { CopyCell, DateCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

const column = columnHelper<ListedPayment>();

const NOT_APPLICABLE = <span className="text-muted-foreground">N/A</span>;

/** The stored values of a payment (specification 2, section 3). */
export const paymentColumns = column.columns([
  column.accessor("createdAt", {
    header: "Date (ET)",
    meta: { className: "w-42" },
    cell: ({ row }) => <DateCell at={row.original.createdAt} />,
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ row }) => <PaymentAmount payment={row.original} failed={isUnpaid(row.original.state)} />,
  }),
  column.accessor("paymentType", { header: "Payment Type", meta: { className: "w-26" } }),
  column.accessor("transactionType", { header: "Transaction Type", meta: { className: "w-31" } }),
  column.accessor("instrumentLast4", {
    header: "Card/Account",
    meta: { className: "w-27" },
    cell: ({ getValue }) => (getValue() === "" ? NOT_APPLICABLE : masked(getValue())),
  }),
  column.accessor("cardExpiry", {
    header: "Expiration",
    meta: { className: "w-22" },
    cell: ({ getValue }) => {
      const expiry = getValue();
      return expiry === null ? NOT_APPLICABLE : expiryText(expiry);
    },
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-60" },
    cell: ({ row }) => <StateCell payment={row.original} />,
  }),
  column.accessor("message", { header: "Message", meta: { className: "w-58" } }),
  column.accessor("uniqueRef", {
    header: "Unique Ref",
    meta: { className: "w-40" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="unique ref" />,
  }),
]);

/** Links to the details of the payment, where an admin resolves a payment that is left to a person. */
function StateCell({ payment }: { payment: ListedPayment }) {
  const { word, tone } = PAYMENT_STATES[payment.state];
  return (
    <span className="flex items-center gap-2">
      <Link href={paths.paymentProcessor({ payment: payment.id })} className="rounded-sm hover:underline">
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </Link>
      <CheckStatus payment={payment} short="Check" />
    </span>
  );
}
