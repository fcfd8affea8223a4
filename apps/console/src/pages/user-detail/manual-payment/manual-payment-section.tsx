import { MANUAL_PAYMENT_LABELS } from "@countinghouse/validators/manual-payments/rules";
import { QuerySection, type SectionQuery } from "@/layout/query-section.tsx";
import { signedCents } from "@/lib/signed-cents.ts";
import { DateCell, EmptyCell, MoneyCell } from "@/table/cells.tsx";
import { columnHelper } from "@/table/columns.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { SECTIONS } from "../sections.ts";
import type { RecordedPayment } from "./use-manual-payments.ts";

const TABLE_HEIGHT_PX = 440;

type ManualPaymentSectionProps = {
  query: SectionQuery<RecordedPayment[]>;
  /** Why this admin may not record one. */
  disabledReason: string | null;
  onOpen: () => void;
};

/** The payments staff recorded by hand, newest first, and how far their copies for the ledger sheet are. */
export const ManualPaymentSection = ({ query, disabledReason, onOpen }: ManualPaymentSectionProps) => (
  <QuerySection
    id="manual-payment"
    title={SECTIONS["manual-payment"].title}
    query={query}
    count={(payments) => payments.length}
    actions={
      <Button size="small" disabledReason={disabledReason} onClick={onOpen}>
        Manual Payment
      </Button>
    }
    empty={{ title: "No Manual Payments Found", when: (payments) => payments.length === 0 }}
  >
    {(payments) => (
      <DataTable
        label="Manual payments"
        columns={paymentColumns}
        rows={payments}
        rowKey={(payment) => payment.id}
        size={{ maxHeight: TABLE_HEIGHT_PX }}
        empty={null}
      />
    )}
  </QuerySection>
);

const LABELS = MANUAL_PAYMENT_LABELS;

const column = columnHelper<RecordedPayment>();

const paymentColumns = column.columns([
  column.accessor("createdAt", {
    header: "Date (ET)",
    meta: { className: "w-44" },
    cell: ({ row }) => <DateCell at={row.original.createdAt} />,
  }),
  column.accessor("lineItemType", { header: LABELS.lineItemType, meta: { className: "w-40" } }),
  column.accessor("amountCents", {
    header: "Amount (USD)",
    meta: { align: "right", className: "w-32" },
    cell: ({ row }) => (
      <MoneyCell
        cents={signedCents(row.original)}
        moneyIn="positive"
        failed={row.original.state === "FAILED"}
      />
    ),
  }),
  column.accessor("modeOfPayment", { header: LABELS.modeOfPayment, meta: { className: "w-36" } }),
  column.accessor("transactionType", { header: LABELS.transactionType, meta: { className: "w-36" } }),
  column.accessor("paymentType", { header: LABELS.paymentType, meta: { className: "w-28" } }),
  column.accessor("description", { header: LABELS.description, meta: { className: "w-64" } }),
  column.accessor("isExternal", {
    header: "External",
    meta: { className: "w-20" },
    cell: ({ row }) => (row.original.isExternal ? "Yes" : "No"),
  }),
  column.accessor("recordedBy", { header: "Recorded By", meta: { className: "w-52" } }),
  column.accessor("ledgerSheet", {
    header: "Ledger Sheet",
    meta: { className: "w-64" },
    cell: ({ row }) => <LedgerSheetCell copy={row.original.ledgerSheet} />,
  }),
]);

type SheetCopy = NonNullable<RecordedPayment["ledgerSheet"]>;

const STATE_WORDS: Record<SheetCopy["state"], string> = {
  QUEUED: "Queued",
  DELIVERED: "Delivered",
  FAILED: "Failed",
};

/** Where the copy of a payment for the ledger sheet stands: waiting, in which cells, or why not. */
function LedgerSheetCell({ copy }: { copy: SheetCopy | null }) {
  if (copy === null) return <EmptyCell />;
  return (
    <span className="flex items-center gap-1.5">
      <StatusBadge>{STATE_WORDS[copy.state]}</StatusBadge>
      {copy.state === "DELIVERED" && <span className="id-text text-muted-foreground">{copy.receipt}</span>}
      {copy.state === "FAILED" && (
        <span title={copy.lastError} className="truncate text-danger-fg">
          {copy.lastError}
        </span>
      )}
    </span>
  );
}
