import type { RouterOutputs } from "@countinghouse/api";
import { isUnpaid, PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { processorName } from "@countinghouse/validators/processor-transactions/rules";
import { useSearch } from "wouter";
import { PaymentAmount } from "@/components/payments/payment-amount.tsx";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { routes } from "@/paths.ts";
import { CopyCell, DateCell, LinkCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { StatusBadge } from "@/ui/status-badge.tsx";

export type FoundTransaction = RouterOutputs["payments"]["searchProcessor"]["transactions"][number];

const column = columnHelper<FoundTransaction>();

export const processorColumns = column.columns([
  column.accessor("sentAt", {
    header: "Sent (ET)",
    meta: { className: "w-42" },
    cell: ({ getValue }) => <DateCell at={getValue()} />,
  }),
  column.accessor("userId", {
    header: "User",
    meta: { className: "w-44" },
    cell: ({ row }) => <CustomerCell id={row.original.userId} name={row.original.userName} />,
  }),
  column.accessor("kind", { header: "Kind", meta: { className: "w-24" } }),
  column.accessor("provider", {
    header: "Processor",
    meta: { className: "w-24" },
    cell: ({ getValue }) => processorName(getValue()),
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-28" },
    cell: ({ row }) => <PaymentAmount payment={row.original} failed={isUnpaid(row.original.state)} />,
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-44" },
    cell: ({ getValue }) => {
      const { word, tone } = PAYMENT_STATES[getValue()];
      return <StatusBadge tone={tone}>{word}</StatusBadge>;
    },
  }),
  column.accessor("key", {
    header: "Key",
    meta: { className: "w-40" },
    cell: ({ row }) => <OpenPayment paymentId={row.original.paymentId}>{row.original.key}</OpenPayment>,
  }),
  column.accessor("reference", {
    header: "Reference",
    meta: { className: "w-40" },
    cell: ({ getValue }) => (
      <span className="relative z-control">
        <CopyCell value={getValue()} label="reference" />
      </span>
    ),
  }),
  column.accessor("attempt", {
    header: "Attempt",
    meta: { className: "w-24" },
    cell: ({ row }) => `${row.original.attempt} of ${row.original.attempts}`,
  }),
]);

/** The link of a row: the same address with the payment open over it. */
function OpenPayment({ paymentId, children }: { paymentId: string; children: string }) {
  const params = new URLSearchParams(useSearch());
  params.set("payment", paymentId);
  return <LinkCell href={`${routes.paymentProcessor}?${params}`}>{children}</LinkCell>;
}
