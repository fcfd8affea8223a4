import { isBatchOver } from "@countinghouse/validators/bulk-jobs/rules";
import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useEffect, useMemo } from "react";
import { Link } from "wouter";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { Step } from "@/components/batches/steps.tsx";
import type { BatchCommands } from "@/components/batches/use-batch-commands.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useLiveBatch } from "@/live/use-live-batch.ts";
import { jobPath } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { EmptyState, ErrorState } from "@/ui/states.tsx";
import type { BulkView } from "../use-bulk-view.ts";
import { useStartBatch } from "../use-start-batch.ts";
import { BatchSection } from "./batch-section.tsx";
import { retriable } from "./ended-rows.ts";

type BatchViewProps = {
  screen: BulkScreen;
  view: BulkView;
  batchId: string;
  commands: BatchCommands;
  onStep: (step: Step) => void;
  /** The payments that failed or were cancelled are to be reviewed as a list of their own. */
  onRetryFailed: (batchId: string) => void;
  /** Why no job of the kind can be started now, or null. */
  busyReason: string | null;
  onStarted: (batchId: string) => void;
};

/** One batch in every state: being read, not there, failed to load, running, over. */
export function BatchView({
  screen,
  view,
  batchId,
  commands,
  onStep,
  onRetryFailed,
  busyReason,
  onStarted,
}: BatchViewProps) {
  const live = useLiveBatch(batchId);
  const start = useStartBatch(onStarted);
  const disabledReason = useWhyNot(BULK_WORDS[screen.kind].capability);
  const { batch, rows } = live;
  const again = useMemo(() => retriable(rows ?? []), [rows]);
  const isOver = batch !== null && isBatchOver(batch.state);
  useEffect(() => onStep(isOver ? "Results" : "Run"), [onStep, isOver]);

  if (batch === null) {
    if (!live.error) return <Skeleton className="h-152 w-full" />;
    const details = errorDetails(live.error);
    if (details.code === "NOT_FOUND" || details.code === "BAD_REQUEST")
      return (
        <Card>
          <EmptyState
            title={details.message}
            action={
              <Button variant="primary" onClick={view.startNew}>
                New batch
              </Button>
            }
          />
        </Card>
      );
    return (
      <Card>
        <ErrorState message={details.message} details={detailsText(details)} onRetry={live.retry} />
      </Card>
    );
  }
  if (batch.kind !== screen.kind)
    return (
      <Card>
        <EmptyState
          title={`This is the batch of a ${BULK_WORDS[batch.kind].job}.`}
          action={
            <Link href={jobPath(batch)} className={buttonVariants({ variant: "primary" })}>
              Open it on its screen
            </Link>
          }
        />
      </Card>
    );
  const { userIds, words } = again;
  const retryFailed = () =>
    screen.kind === "BULK_BALANCE"
      ? start.send({ what: "balance", input: { version: screen.version, userIds: userIds.join(" ") } })
      : onRetryFailed(batchId);
  return (
    <>
      {live.error !== null && (
        <Alert
          tone="warning"
          live="polite"
          action={
            <Button size="small" onClick={live.retry}>
              Retry
            </Button>
          }
        >
          What is shown may be out of date: {errorDetails(live.error).message}
        </Alert>
      )}
      {start.refusal && (
        <Alert tone="danger" live="assertive">
          {failureText(start.refusal, TEXT.failed)}
        </Alert>
      )}
      <BatchSection
        screen={screen}
        view={view}
        batch={batch}
        live={live}
        commands={commands}
        againIds={userIds}
        retry={
          <Button
            size="small"
            variant="primary"
            pending={start.isSending}
            disabledReason={disabledReason ?? busyReason}
            onClick={retryFailed}
          >
            Retry {words}…
          </Button>
        }
      />
    </>
  );
}
