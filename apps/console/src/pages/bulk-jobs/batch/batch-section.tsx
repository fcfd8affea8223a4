import { CAPABILITY_TO_START, isBatchOver } from "@countinghouse/validators/bulk-jobs/rules";
import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import { GiveBackButton } from "@/components/batches/give-back-button.tsx";
import { HeldRun } from "@/components/batches/held-run.tsx";
import type { Batch } from "@/components/batches/types.ts";
import type { BatchCommands } from "@/components/batches/use-batch-commands.ts";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useCopy } from "@/lib/copy.ts";
import { useStable } from "@/lib/use-stable.ts";
import { LiveDot } from "@/live/live-dot.tsx";
import type { LiveBatch } from "@/live/use-live-batch.ts";
import { Button } from "@/ui/button.tsx";
import { cardClass } from "@/ui/card.tsx";
import { type BulkView, ROW_FILTERS } from "../use-bulk-view.ts";
import { BatchCounts } from "./batch-counts.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { BatchTable } from "./batch-table.tsx";
import { FilterTabs } from "./filter-tabs.tsx";
import { countRows, countsOf, FILTER_TEXTS, filterRows } from "./row-filter.ts";
import { useFollow } from "./use-follow.ts";

type BatchSectionProps = {
  screen: BulkScreen;
  view: BulkView;
  batch: Batch;
  live: LiveBatch;
  commands: BatchCommands;
  /** The users whose rows failed or were cancelled. */
  againIds: readonly number[];
  /** What is done with the rows that failed or were cancelled. */
  retry: ReactNode;
};

/** A batch: how far it is, what came out, and every row of it. */
export function BatchSection({ screen, view, batch, live, commands, againIds, retry }: BatchSectionProps) {
  const { rows, firstRows, changedIds, connection } = live;
  const frame = useRef<HTMLDivElement>(null);
  // The press is answered at once, the table follows.
  const filter = useDeferredValue(view.rows);
  const shown = useMemo(() => rows && filterRows(rows, filter), [rows, filter]);
  const first = useMemo(() => firstRows && filterRows(firstRows, filter), [firstRows, filter]);
  const counts = useMemo(() => (rows ? countRows(rows) : countsOf(batch)), [rows, batch]);
  const onFilter = useStable(view.filter);
  const follow = useFollow(frame, shown, changedIds);
  const mayNotPause = useWhyNot("bulkJobs.reset");
  const mayNotStart = useWhyNot(CAPABILITY_TO_START[batch.kind]);
  const isOver = isBatchOver(batch.state);
  const isHistory = view.rows === "completed";
  return (
    <section aria-label="Batch" className={`${cardClass} grid grid-cols-[minmax(0,1fr)] gap-3 pb-4`}>
      <BatchProgress
        batch={batch}
        connection={<LiveDot connection={connection} />}
        actions={
          isOver ? null : (
            <Button
              size="small"
              pending={commands.isPausing}
              disabledReason={batch.state === "PAUSED" ? mayNotStart : mayNotPause}
              onClick={() =>
                batch.state === "PAUSED" ? commands.resume(batch.id) : commands.pause(batch.id)
              }
            >
              {batch.state === "PAUSED" ? "Resume" : "Pause"}
            </Button>
          )
        }
        reset={
          <Button size="small" disabledReason={mayNotStart} onClick={commands.askToReset}>
            {TEXT.resetLabel}
          </Button>
        }
      />
      {batch.heldUntil !== null && !isOver && (
        <HeldRun batchId={batch.id} kind={batch.kind} heldUntil={batch.heldUntil} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4">
        <BatchCounts batch={batch} />
        {!isOver && <span className="text-sm text-muted-foreground">You can leave this page.</span>}
        <span data-print="hide" className="ml-auto flex flex-wrap items-center gap-2">
          <HistoryLink of={{ type: "bulk-batch", id: batch.id }} size="small" />
          {isOver && screen.kind !== "BULK_BALANCE" && <GiveBackButton batchId={batch.id} />}
          {!isHistory && isOver && againIds.length > 0 && retry}
          {againIds.length > 0 && <CopyFailedIds ids={againIds} withCancelled={batch.counts.cancelled > 0} />}
          <Button size="small" onClick={view.startNew}>
            {isOver ? "New batch" : "Prepare the next list"}
          </Button>
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2 px-4">
        {isHistory ? (
          <span className="text-sm text-muted-foreground">
            {counts.completed.toLocaleString("en-US")} completed of {batch.total.toLocaleString("en-US")}
          </span>
        ) : (
          <FilterTabs
            label="Rows to export"
            options={ROW_FILTERS.filter((each) => each !== "completed").map((each) => ({
              value: each,
              text: FILTER_TEXTS[each],
              count: counts[each],
            }))}
            value={view.rows}
            onChange={view.filter}
          />
        )}
        {!isOver && (
          <Button
            size="small"
            variant="ghost"
            className="ml-auto"
            aria-pressed={follow.isOn}
            onClick={follow.toggle}
          >
            {follow.isOn ? "Following" : "Follow"}
          </Button>
        )}
      </div>
      <div className="px-4">
        <BatchTable
          screen={screen}
          batch={batch}
          rows={shown}
          first={first}
          changedIds={changedIds}
          frame={frame}
          filter={filter}
          onFilter={onFilter}
        />
      </div>
    </section>
  );
}

const WORDS = { copied: "Copied", refused: "The browser does not allow copying" };

type CopyFailedIdsProps = { ids: readonly number[]; withCancelled: boolean };

/** Puts the ids of the users that failed, or were cancelled, on the clipboard, a line each. */
function CopyFailedIds({ ids, withCancelled }: CopyFailedIdsProps) {
  const [state, copy] = useCopy();
  const idle = withCancelled ? "Copy failed and cancelled ids" : "Copy failed ids";
  return (
    <Button size="small" onClick={() => copy(ids.join("\n"))}>
      <span aria-live="polite">{state === "idle" ? idle : WORDS[state]}</span>
    </Button>
  );
}
