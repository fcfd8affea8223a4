import { isAutomationOver } from "@countinghouse/validators/automation/rules";
import { CAPABILITY_TO_START } from "@countinghouse/validators/bulk-jobs/rules";
import { BULK_JOBS_MESSAGES } from "@countinghouse/validators/messages";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { GiveBackButton } from "@/components/batches/give-back-button.tsx";
import { HeldRun } from "@/components/batches/held-run.tsx";
import { ResetQuestion } from "@/components/batches/reset-question.tsx";
import type { Batch } from "@/components/batches/types.ts";
import { useBatchCommands } from "@/components/batches/use-batch-commands.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { StatusBadge, statusTone } from "@/ui/status-badge.tsx";
import type { BatchStatus } from "./use-automation.ts";

type BatchCardProps = {
  batch: BatchStatus;
  /** The same as a bulk job, while it is not complete. */
  running: Batch | null;
};

/** How a batch stands, how far it is, and what can be done with one that runs. */
export function BatchCard({ batch, running }: BatchCardProps) {
  const { status, error, leftOut } = batch;
  const total = batch.totalTransactions - leftOut;
  const completed = batch.totalCompletedTransactions - leftOut;
  const isOver = isAutomationOver(status);
  return (
    <Card className="mb-4 grid gap-2 px-4 py-3">
      <div className="flex min-h-(--control-h) flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <h2 className="num font-semibold">Batch {formatNewYork(batch.startedAt, "dateTime")} ET</h2>
        <StatusBadge tone={statusTone(status)}>
          {isOver
            ? status
            : `${status} ${completed.toLocaleString("en-US")}/${total.toLocaleString("en-US")}`}
        </StatusBadge>
        {!isOver && (
          <progress
            aria-label="Progress of the payment automation"
            value={completed}
            max={Math.max(total, 1)}
            className="bulk-progress h-2 w-40"
          />
        )}
        <span className="text-muted-foreground">
          {isOver && `${completed.toLocaleString("en-US")} of ${total.toLocaleString("en-US")} · `}
          {leftOut > 0 && `${leftOut.toLocaleString("en-US")} skipped · `}
          started by {batch.startedBy.isMe ? "you" : batch.startedBy.name}
          {batch.finishedAt && `, ended ${newYorkTime(batch.finishedAt)}`}
          {batch.isPaused && " · paused"}
        </span>
        {running && <Commands batch={running} />}
        {isOver && (
          <span data-print="hide" className="ml-auto">
            <GiveBackButton batchId={batch.batchId} />
          </span>
        )}
      </div>
      {batch.heldUntil !== null && !isOver && (
        <HeldRun batchId={batch.batchId} kind="AUTOMATION" heldUntil={batch.heldUntil} />
      )}
      {error !== "" && (
        <Alert tone={status === "Failed" ? "danger" : "warning"} live="polite">
          {error}
        </Alert>
      )}
      {batch.isStalled && (
        <Alert tone="warning" live="polite">
          No progress for more than a minute.
        </Alert>
      )}
    </Card>
  );
}

function Commands({ batch }: { batch: Batch }) {
  const commands = useBatchCommands("AUTOMATION");
  const whyNotStop = useWhyNot("bulkJobs.reset");
  const whyNotStart = useWhyNot(CAPABILITY_TO_START.AUTOMATION);
  const isPaused = batch.state === "PAUSED";
  return (
    <span data-print="hide" className="ml-auto flex flex-wrap gap-2">
      <Button
        pending={commands.isPausing}
        disabledReason={isPaused ? whyNotStart : whyNotStop}
        onClick={() => (isPaused ? commands.resume(batch.id) : commands.pause(batch.id))}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button disabledReason={whyNotStart} onClick={commands.askToReset}>
        {BULK_JOBS_MESSAGES.resetLabel}
      </Button>
      {commands.isAskingToReset && <ResetQuestion batch={batch} commands={commands} />}
    </span>
  );
}
