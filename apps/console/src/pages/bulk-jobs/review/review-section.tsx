import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import { type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import { errorDetails, failureText } from "@/api/errors.ts";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { PreviewRow } from "@/components/batches/types.ts";
import { ROWS_OF_TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { toast } from "@/lib/toast.ts";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { DataTable } from "@/table/data-table.tsx";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { cardClass } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { TABLE_PX } from "../batch/batch-table.tsx";
import { FilterTabs } from "../batch/filter-tabs.tsx";
import { useStartBatch } from "../use-start-batch.ts";
import { ConfirmBatch } from "./confirm-batch.tsx";
import { reviewColumns } from "./review-columns.tsx";
import {
  countFlags,
  REVIEW_TABS,
  type ReviewRow,
  type ReviewTab,
  reviewedItems,
  type Totals,
} from "./review-rows.ts";
import { useReview } from "./use-review.ts";

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
          size={{ maxHeight: TABLE_PX.height, windowed: true }}
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

type ReviewFooterProps = { totals: Totals; disabledReason: string | null; onProcess: () => void };

/** What is chosen in all, and the button that asks before it goes. */
const ReviewFooter = ({ totals, disabledReason, onProcess }: ReviewFooterProps) => (
  <div data-action-bar className="flex flex-wrap items-center gap-x-4 gap-y-2">
    <output className="text-sm">
      <span className="font-semibold">{totals.count.toLocaleString("en-US")} selected</span>
      <span className="text-muted-foreground">
        {" "}
        · total <span className="num font-semibold text-foreground">{formatCents(totals.totalCents)}</span> ·
        largest <span className="num">{formatCents(totals.largestCents)}</span>
      </span>
    </output>
    <span data-print="hide" className="ml-auto">
      <Button
        variant="primary"
        disabledReason={disabledReason ?? (totals.count === 0 ? "Select a row first." : null)}
        onClick={onProcess}
      >
        {PROCESS} ({totals.count.toLocaleString("en-US")})…
      </Button>
    </span>
  </div>
);

/** The specification's words, as a button begins them. */
const PROCESS = TEXT.processLabel.replace(/^./, (first) => first.toUpperCase());

/** Asks before links, Back or closing the tab take away a list that was changed. The question is to be rendered. */
function useReviewGuard(isChanged: boolean): ReactNode {
  const [held, setHeld] = useState<(() => void) | null>(null);
  const [isReleased, setReleased] = useState(false);
  const isGuarded = isChanged && !isReleased;
  useLayoutEffect(
    () => (isGuarded ? guardUnsavedChanges((leave) => setHeld(() => leave)) : undefined),
    [isGuarded],
  );
  // The way is open once the guard is gone.
  useLayoutEffect(() => {
    if (isReleased) held?.();
  }, [isReleased, held]);
  if (held === null || isReleased) return null;
  return (
    <AlertDialog
      title="Discard changes?"
      worksOffline
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      focus="cancel"
      destructive
      onConfirm={() => setReleased(true)}
      onCancel={() => setHeld(null)}
    >
      Your changes to the list have not been sent.
    </AlertDialog>
  );
}
