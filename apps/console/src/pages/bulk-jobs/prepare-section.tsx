import { type BulkPaymentKind, bulkIdsLimit } from "@countinghouse/validators/bulk-jobs/rules";
import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { whyNotBulk } from "@countinghouse/validators/vendors/rules";
import { useMemo } from "react";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails, failureText } from "@/api/errors.ts";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import { checkIds } from "@/components/user-ids/id-check.ts";
import { PastePanel } from "@/components/user-ids/paste-panel.tsx";
import type { useIdDraft } from "@/components/user-ids/use-id-draft.ts";
import { useVendorsOff, useWhyNot, useWhyNotSend } from "@/layout/use-admin.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";
import { useOnline } from "@/lib/use-online.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { KeptList } from "./kept-list.tsx";
import { ReviewSection } from "./review/review-section.tsx";
import { useStartBatch } from "./use-start-batch.ts";

/** What the list to review is made from: the pasted text, the rows of a batch that failed, or a kept list of customers. */
export type Asked = { userIds: string } | { failedOf: string } | { listId: string };

type PrepareSectionProps = {
  screen: BulkScreen;
  /** The kept list that takes the place of pasted ids; null where ids are pasted. */
  listId: string | null;
  onPasteInstead: () => void;
  draft: ReturnType<typeof useIdDraft>;
  /** Null until the details are asked for. */
  asked: Asked | null;
  onAsk: (asked: Asked | null) => void;
  /** Why no job of the kind can be started now, or null. */
  busyReason: string | null;
  onStarted: (batchId: string) => void;
};

/** Paste, check and review: all that comes before a batch. */
export function PrepareSection(props: PrepareSectionProps) {
  const { screen, listId, onPasteInstead, draft, asked, onAsk, busyReason, onStarted } = props;
  const { kind, version } = screen;
  const disabledReason = useWhyNot(BULK_WORDS[kind].capability);
  const isOnline = useOnline();
  const utils = trpc.useUtils();
  const { text } = draft;
  const check = useMemo(() => checkIds(text, kind, version), [text, kind, version]);
  const start = useStartBatch(onStarted);
  const whyNotSend = useWhyNotSend();
  const vendorsOff = useVendorsOff();
  const whyNotStart =
    disabledReason ??
    whyNotBulk(kind, vendorsOff) ??
    whyNotSend ??
    busyReason ??
    (isOnline ? null : "You are offline. Nothing can be started.");
  // Pressed again it looks again; a list that was changed is not taken away without asking.
  const view = () =>
    leaveSafely(() => {
      void utils.bulkJobs.preview.reset();
      void utils.bulkJobs.previewList.reset();
      onAsk(listId === null ? { userIds: text } : { listId });
    });
  const whyNotUse = listId !== null ? null : text.trim() === "" ? "Paste user ids first." : check.whyNot;
  const action =
    kind === "BULK_BALANCE" ? (
      <Button
        variant="primary"
        pending={start.isSending}
        disabledReason={whyNotUse ?? whyNotStart}
        onClick={() =>
          start.send({
            what: "balance",
            input: listId === null ? { version, userIds: text } : { version, userIds: "", listId },
          })
        }
      >
        {TEXT.balanceLabel}
      </Button>
    ) : (
      <Button variant={asked === null ? "primary" : "secondary"} disabledReason={whyNotUse} onClick={view}>
        {TEXT.viewDetailsLabel}
      </Button>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {listId === null ? (
        <PastePanel
          limit={bulkIdsLimit(kind, version)}
          text={text}
          onChange={(next) => {
            draft.change(next);
            onAsk(null);
          }}
          check={check}
          recoveredAt={draft.recoveredAt}
          disabledReason={start.isSending ? "The batch is being started." : null}
          action={action}
        />
      ) : (
        <KeptList listId={listId} action={action} onPasteInstead={onPasteInstead} />
      )}
      {start.isUnanswered && (
        <Alert tone="warning" live="assertive">
          The server did not answer. The job may or may not have started. Press {TEXT.balanceLabel} again to
          request the same job. It is not started twice.
        </Alert>
      )}
      {start.refusal && (
        <Alert tone="danger" live="assertive">
          {failureText(start.refusal, TEXT.failed)}
        </Alert>
      )}
      {kind !== "BULK_BALANCE" && asked !== null && (
        <Review
          key={JSON.stringify(asked)}
          screen={{ kind, version }}
          asked={asked}
          whyNotStart={whyNotStart}
          onStarted={onStarted}
        />
      )}
    </div>
  );
}

type ReviewProps = {
  screen: BulkScreen & { kind: BulkPaymentKind };
  asked: Asked;
  whyNotStart: string | null;
  onStarted: (batchId: string) => void;
};

/** What was reviewed does not change under its reader. */
const ONCE = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const;

/** The details of the users that were asked for, once they are there. */
function Review({ screen, asked, whyNotStart, onStarted }: ReviewProps) {
  const pasted = trpc.bulkJobs.preview.useQuery(
    { ...screen, userIds: "userIds" in asked ? asked.userIds : "" },
    { ...ONCE, enabled: "userIds" in asked },
  );
  const failed = trpc.bulkJobs.previewFailed.useQuery(
    { batchId: "failedOf" in asked ? asked.failedOf : "" },
    { ...ONCE, enabled: "failedOf" in asked },
  );
  const kept = trpc.bulkJobs.previewList.useQuery(
    { ...screen, listId: "listId" in asked ? asked.listId : "" },
    { ...ONCE, enabled: "listId" in asked },
  );
  const { data, error, isFetching, refetch } =
    "failedOf" in asked ? failed : "listId" in asked ? kept : pasted;
  if (error) {
    const details = errorDetails(error);
    return (
      <Card>
        <ErrorState
          message={details.message}
          details={detailsText(details)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      </Card>
    );
  }
  const waiting = <Skeleton className="h-64 w-full" />;
  if (!data) return waiting;
  return <ReviewSection screen={screen} rows={data.rows} whyNotStart={whyNotStart} onStarted={onStarted} />;
}
