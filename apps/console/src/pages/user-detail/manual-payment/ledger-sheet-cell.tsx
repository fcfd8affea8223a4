import { EmptyCell } from "@/table/cells.tsx";
import type { BadgeTone } from "@/ui/badge.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { RecordedPayment } from "./use-manual-payments.ts";

type SheetCopy = NonNullable<RecordedPayment["ledgerSheet"]>;

const STATES: Record<SheetCopy["state"], { tone: BadgeTone; text: string }> = {
  QUEUED: { tone: "pending", text: "Queued" },
  DELIVERED: { tone: "success", text: "Delivered" },
  FAILED: { tone: "danger", text: "Failed" },
};

/** Where the copy of a payment for the ledger sheet stands: waiting, in which cells, or why not. */
export function LedgerSheetCell({ copy }: { copy: SheetCopy | null }) {
  if (copy === null) return <EmptyCell />;
  const { tone, text } = STATES[copy.state];
  return (
    <span className="flex items-center gap-1.5">
      <StatusBadge tone={tone}>{text}</StatusBadge>
      {copy.state === "DELIVERED" && <span className="id-text text-muted-foreground">{copy.receipt}</span>}
      {copy.state === "FAILED" && (
        <span title={copy.lastError} className="truncate text-danger-fg">
          {copy.lastError}
        </span>
      )}
    </span>
  );
}
