import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payment-texts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { signedCents } from "@/lib/signed-cents.ts";
import { toast } from "@/lib/toast.ts";
import { columnHelper } from "@/table/columns.ts";
import { CopyCell } from "@/table/copy-cell.tsx";
import { MoneyCell } from "@/table/money-cell.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { expiryText, masked } from "../instrument-text.ts";
import { Moment } from "../moment.tsx";
import { hasNotMoved, PAYMENT_STATES } from "../payment-states.ts";
import { isUnderWay, type ListedPayment } from "./use-payments.ts";
import { useRefreshPayments } from "./use-refresh-payments.ts";

const column = columnHelper<ListedPayment>();

const NOT_APPLICABLE = <span className="text-muted-foreground">N/A</span>;

/** What is kept of a payment (specification 2, section 3). */
export const paymentColumns = column.columns([
  column.accessor("createdAt", {
    header: "Date (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <Moment at={row.original.createdAt} />,
  }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-32" },
    cell: ({ row }) => (
      <MoneyCell cents={signedCents(row.original)} signed failed={hasNotMoved(row.original.state)} />
    ),
  }),
  column.accessor("paymentType", { header: "Payment Type", meta: { className: "w-32" } }),
  column.accessor("transactionType", { header: "Transaction Type", meta: { className: "w-36" } }),
  column.accessor("instrumentLast4", {
    header: "Card/Account",
    meta: { className: "w-32" },
    cell: ({ getValue }) => (getValue() === "" ? NOT_APPLICABLE : masked(getValue())),
  }),
  column.accessor("cardExpiry", {
    header: "Expiration",
    meta: { className: "w-28" },
    cell: ({ getValue }) => {
      const expiry = getValue();
      return expiry === null ? NOT_APPLICABLE : expiryText(expiry);
    },
  }),
  column.accessor("uniqueRef", {
    header: "Unique Ref",
    meta: { className: "w-44" },
    cell: ({ getValue }) => <CopyCell value={getValue()} label="unique ref" />,
  }),
  column.accessor("state", {
    header: "State",
    meta: { className: "w-56" },
    cell: ({ row }) => <StateCell payment={row.original} />,
  }),
  column.accessor("message", { header: "Message", meta: { className: "w-64" } }),
]);

function StateCell({ payment }: { payment: ListedPayment }) {
  const { word, tone } = PAYMENT_STATES[payment.state];
  return (
    <span className="flex items-center gap-2">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      {(isUnderWay(payment) || payment.state === "MANUAL") && <CheckButton payment={payment} />}
    </span>
  );
}

/** Has the processor asked what became of a payment. */
function CheckButton({ payment: { id, userId } }: { payment: ListedPayment }) {
  const { client } = trpc.useUtils();
  const refresh = useRefreshPayments();
  const whyNot = useWhyNot("payments.charge");
  const check = useMutation({
    mutationFn: () => client.payments.check.mutate({ paymentId: id, requestId: newRequestId() }),
    onSuccess: ({ message }) => toast.info(message),
    onError: (error) => toast.error(TEXT.failed, { description: errorDetails(error).message }),
    onSettled: () => refresh(userId),
  });
  return (
    <Button
      size="small"
      aria-label="Check status"
      pending={check.isPending}
      disabledReason={whyNot}
      onClick={() => check.mutate()}
    >
      Check
    </Button>
  );
}
