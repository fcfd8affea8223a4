import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useMemo, useState } from "react";
import { errorDetails, failureText } from "@/api/errors.ts";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { PreviewRow } from "@/components/batches/types.ts";
import { ROWS_OF_TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { toast } from "@/lib/toast.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { cardClass } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { TABLE_PX } from "../batch/batch-table.tsx";
import { FilterTabs } from "../batch/filter-tabs.tsx";
import { useStartBatch } from "../use-start-batch.ts";
import { ConfirmBatch } from "./confirm-batch.tsx";
import { reviewColumns } from "./review-columns.tsx";
import { ReviewFooter } from "./review-footer.tsx";
import { countFlags, REVIEW_TABS, type ReviewRow, type ReviewTab, reviewedItems } from "./review-rows.ts";
import { useReview } from "./use-review.ts";
import { useReviewGuard } from "./use-review-guard.tsx";

type ReviewSectionProps = {
  screen: BulkScreen & { kind: "BULK_DEBIT" | "BULK_ACH" };
  rows: readonly PreviewRow[];
  /** Why nothing may be started now. */
  whyNotStart: string | null;
  onStarted: (batchId: string) => void;
};

/** The list before it goes: what is chosen, changed and taken off it, and the last question. */
export function ReviewSection({ screen, rows, whyNotStart, onStarted }: ReviewSectionProps) {
  const review = useReview(rows);
  const start = useStartBatch(onStarted);
  const [isConfirming, setConfirming] = useState(false);
  const [isCancelling, setCancelling] = useState(false);
  const [removing, setRemoving] = useState<ReviewRow | null>(null);
  const guard = useReviewGuard(review.isChanged && !start.isSending);
  const { kind, version } = screen;
  const columns = useMemo(() => reviewColumns(BULK_WORDS[kind].instrument), [kind]);
  const { counts, totals } = review;
  // Who starts a list reads it again, whatever comes of it.
  const hasChanged = start.refusal !== null && errorDetails(start.refusal).facts.confirm === "changed";

  const send = () =>
    start.send({ what: "payments", input: { kind, version, items: reviewedItems(review.rows) } });
  const remove = ({ userId }: ReviewRow) => {
    review.remove(userId);
    setRemoving(null);
    toast.success(`User ${userId} was removed from the list`, { undo: () => review.restore(userId) });
  };
  return (
    <section aria-label="Review" className={`${cardClass} grid grid-cols-[minmax(0,1fr)] gap-3 p-4`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">Review</h2>
        <FilterTabs
          label="Rows to export"
          options={REVIEW_TABS.map((tab) => ({ value: tab, text: TAB_TEXTS[tab], count: counts[tab] }))}
          value={review.tab}
          onChange={review.setTab}
        />
      </div>
      <div className={ROWS_OF_TWO_LINES_CLASS}>
        <DataTable
          label="List to review"
          columns={columns}
          actions={{
            review,
            screen,
            disabledReason: start.isSending ? "The batch is being started." : null,
            askToCancel: () => setCancelling(true),
            askToRemove: setRemoving,
          }}
          rows={review.shown}
          rowKey={({ userId }) => String(userId)}
          size={{ maxHeight: TABLE_PX.height, minWidth: TABLE_PX.reviewWidth, windowed: true }}
          empty={<EmptyState title="No rows match" />}
          pageList="list-to-review"
        />
      </div>
      {hasChanged && (
        <Alert tone="danger" live="assertive">
          {failureText(start.refusal)}
          <span className="block">
            Nothing was started. The list has changed and was reloaded. Review it again.
          </span>
        </Alert>
      )}
      <ReviewFooter
        totals={totals}
        disabledReason={whyNotStart ?? (review.editing === null ? null : "Save or cancel the row first.")}
        onProcess={() => {
          start.forget();
          setConfirming(true);
        }}
      />
      {isConfirming && !hasChanged && (
        <ConfirmBatch
          screen={screen}
          totals={totals}
          userIds={review.rows.filter(({ isSelected }) => isSelected).map(({ userId }) => userId)}
          flags={countFlags(review.rows)}
          sending={start.isSending}
          isUnanswered={start.isUnanswered}
          refusal={start.refusal === null ? null : failureText(start.refusal, TEXT.failed)}
          disabledReason={whyNotStart}
          onConfirm={send}
          onCancel={() => {
            setConfirming(false);
            start.forget();
          }}
        />
      )}
      {isCancelling && (
        <AlertDialog
          title={TEXT.cancelEdit}
          worksOffline
          confirmLabel="Cancel editing"
          cancelLabel="Keep editing"
          onConfirm={() => {
            review.stopEditing();
            setCancelling(false);
          }}
          onCancel={() => setCancelling(false)}
        />
      )}
      {removing && (
        <AlertDialog
          title={TEXT.removeRow}
          worksOffline
          confirmLabel={`Remove user ${removing.userId}`}
          onConfirm={() => remove(removing)}
          onCancel={() => setRemoving(null)}
        />
      )}
      {guard}
    </section>
  );
}

const TAB_TEXTS: Record<ReviewTab, string> = {
  all: "All",
  ready: "Ready",
  look: "Needs review",
  blocked: "Blocked",
};
