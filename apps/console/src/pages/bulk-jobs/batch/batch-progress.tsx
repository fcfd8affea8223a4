import { BULK_STALLED_AFTER_MS, isBatchOver } from "@countinghouse/validators/bulk-jobs/rules";
import type { ReactNode } from "react";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { Batch } from "@/components/batches/types.ts";
import { durationText, newYorkTime, remainingMs } from "@/lib/time-text.ts";
import { useNow } from "@/lib/timers.ts";
import { Alert } from "@/ui/alert.tsx";
import { afterReset, endedCount } from "./ended-rows.ts";

type BatchProgressProps = {
  batch: Batch;
  /** How news of it come. */
  connection: ReactNode;
  actions: ReactNode;
  /** The way out when nothing happens any more. */
  reset: ReactNode;
};

/** Whose batch it is, since when, how far it is and how long it will take. */
export function BatchProgress({ batch, connection, actions, reset }: BatchProgressProps) {
  const { state, startedBy, startedAt, total, isStalled, lastProgressAt } = batch;
  const completedCount = state === "CANCELLED" ? endedCount(batch) : batch.completedCount;
  const percent = total === 0 ? 100 : Math.floor((completedCount / total) * 100);
  return (
    <div className="grid gap-2 px-4 pt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 className="text-lg font-semibold tracking-[-0.01em]">{TITLES[state]}</h2>
        <span className="text-sm text-muted-foreground">
          started {newYorkTime(startedAt)} by {startedBy.isMe ? "you" : startedBy.name}
        </span>
        <span className="flex items-center gap-2">
          <span className="num font-medium">
            {completedCount}/{total}
          </span>
          <progress
            aria-label={`Progress of the ${BULK_WORDS[batch.kind].job}`}
            value={completedCount}
            max={Math.max(total, 1)}
            className="bulk-progress h-2 w-40"
          />
          <span className="num w-10 text-muted-foreground">{percent}%</span>
        </span>
        <Clock batch={batch} />
        {!isBatchOver(state) && connection}
        <span data-print="hide" className="ml-auto flex flex-wrap items-center gap-2">
          {actions}
        </span>
      </div>
      {state === "CANCELLED" && <p className="text-sm">The batch was reset: {afterReset(batch)}.</p>}
      <Announcement batch={batch} />
      {isStalled && (
        <Alert tone="warning" live="polite" action={reset}>
          No progress since {newYorkTime(lastProgressAt)}, for more than {durationText(BULK_STALLED_AFTER_MS)}
          .
        </Alert>
      )}
    </div>
  );
}

const TITLES: Record<Batch["state"], string> = {
  RUNNING: "Run",
  PAUSED: "Paused",
  COMPLETED: "Results",
  CANCELLED: "Stopped early",
};

/** "1m 52s · ~1m 40s left", and how long it took once it is over. */
function Clock({ batch: { state, startedAt, finishedAt, completedCount, total } }: { batch: Batch }) {
  const now = useNow(1_000);
  const isOver = isBatchOver(state);
  const elapsedMs = (finishedAt ?? now).getTime() - startedAt.getTime();
  const leftMs = state === "RUNNING" ? remainingMs(elapsedMs, completedCount, total) : null;
  return (
    <span className="num text-sm text-muted-foreground">
      {isOver && "took "}
      {durationText(elapsedMs)}
      {leftMs !== null && ` · ~${durationText(leftMs)} left`}
    </span>
  );
}

/** Told to a screen reader each tenth of the way. */
function Announcement({ batch: { kind, state, completedCount, total } }: { batch: Batch }) {
  const tenths = total === 0 ? 10 : Math.floor((completedCount / total) * 10);
  const { job } = BULK_WORDS[kind];
  return (
    <output className="sr-only">
      {isBatchOver(state) ? `The ${job} has ended.` : `The ${job} is ${tenths * 10}% done.`}
    </output>
  );
}
