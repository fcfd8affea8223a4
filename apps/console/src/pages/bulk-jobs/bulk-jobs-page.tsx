import {
  BULK_EXPORT_PATH,
  BULK_FILE_NAMES,
  BULK_POLL_MS,
  CAPABILITY_TO_START,
} from "@countinghouse/validators/bulk-jobs/rules";
import { type BulkScreen, bulkTitle } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { apiUrl } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import { ResetQuestion } from "@/components/batches/reset-question.tsx";
import { type Step, Steps } from "@/components/batches/steps.tsx";
import type { Batch } from "@/components/batches/types.ts";
import { useBatchCommands } from "@/components/batches/use-batch-commands.ts";
import { useListExport } from "@/components/exports/use-list-export.tsx";
import { LoadFailure } from "@/components/load-failure.tsx";
import { RatesNotice } from "@/components/return-rates/run-rates.tsx";
import { useIdDraft } from "@/components/user-ids/use-id-draft.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { BatchPicker } from "./batch/batch-picker.tsx";
import { BatchView } from "./batch/batch-view.tsx";
import { type Asked, PrepareSection } from "./prepare-section.tsx";
import { type BulkView, useBulkView } from "./use-bulk-view.ts";

/** One of the six bulk screens: from a pasted list to what came of it. Its step is read off what the server says. */
export default function BulkJobsPage({ kind, version }: BulkScreen) {
  const screen = useMemo(() => ({ kind, version }), [kind, version]);
  // Another screen is another list.
  return <BulkJobs key={`${kind}:${version}`} screen={screen} />;
}

function BulkJobs({ screen }: { screen: BulkScreen }) {
  const { kind, version } = screen;
  const view = useBulkView();
  const commands = useBatchCommands(kind);
  const admin = useAdmin().data;
  const draft = useIdDraft(admin ? `bulk:${admin.id}:${kind}:${version}` : null);
  const [asked, ask] = useState<Asked | null>(null);
  const [batchStep, setBatchStep] = useState<Step>("Run");
  const hasLooked = useRef(false);
  const running = trpc.bulkJobs.running.useQuery({ kind }, { refetchInterval: BULK_POLL_MS, staleTime: 0 });
  const times = trpc.bulkJobs.batchTimes.useQuery({ kind });
  const file = useListExport({
    csvName: BULK_FILE_NAMES[kind],
    url: apiUrl(`${BULK_EXPORT_PATH}${view.batchId ?? ""}`),
    label: TEXT.exportLabel,
    rows: "all rows of the batch",
    disabledReason: view.batchId === null ? "Choose a batch first." : null,
  });
  const mayNotReset = useWhyNot(CAPABILITY_TO_START[kind]);
  const runningBatch = running.data?.isRunning ? running.data.batch : null;
  const isRunning = runningBatch !== null;
  const { job, steps } = BULK_WORDS[kind];

  const follow = useEffectEvent((isNowRunning: boolean) => {
    // Who comes to the bare address is shown what runs. What begins later takes no list away from under its reader.
    if (isNowRunning && runningBatch && view.batchId === null && !hasLooked.current)
      view.complete(runningBatch.id);
    hasLooked.current = true;
    void times.refetch();
  });
  const isHeard = running.data !== undefined;
  useEffect(() => {
    if (isHeard) follow(isRunning);
  }, [isHeard, isRunning]);

  const started = (batchId: string) => {
    draft.clear();
    ask(null);
    view.open(batchId);
  };
  // A list that was changed is not taken away without asking.
  const open: BulkView["open"] = (id, filter) => leaveSafely(() => view.open(id, filter));
  const preparing: Step =
    asked !== null && kind !== "BULK_BALANCE"
      ? "Review"
      : draft.text === "" && view.listId === null
        ? "Paste"
        : "Check";
  return (
    <>
      <PageHeader
        title={bulkTitle(kind, version)}
        actions={
          <>
            <BatchPicker view={{ ...view, open }} times={times.data ?? null} />
            <Button
              disabledReason={mayNotReset ?? (isRunning || running.error ? null : `No ${job} is running.`)}
              onClick={commands.askToReset}
            >
              {TEXT.resetLabel}
            </Button>
            {file.button}
          </>
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {kind === "BULK_ACH" && <RatesNotice />}
        <Steps steps={steps} current={view.batchId === null ? preparing : batchStep} />
        {file.status}
        <LoadFailure what="The batch dates could not be loaded" query={times} />
        <LoadFailure what={`The status of the ${job} could not be loaded`} query={running} />
        {runningBatch && runningBatch.id !== view.batchId && (
          <RunningNotice batch={runningBatch} onView={() => open(runningBatch.id)} />
        )}
        {view.batchId === null ? (
          <PrepareSection
            screen={screen}
            listId={view.listId}
            onPasteInstead={() => {
              ask(null);
              view.pasteInstead();
            }}
            draft={draft}
            asked={asked}
            onAsk={ask}
            busyReason={runningBatch && runningText(runningBatch)}
            onStarted={started}
          />
        ) : (
          <BatchView
            key={view.batchId}
            screen={screen}
            view={view}
            batchId={view.batchId}
            commands={commands}
            onStep={setBatchStep}
            onRetryFailed={(batchId) => {
              ask({ failedOf: batchId });
              view.startNew();
            }}
            busyReason={runningBatch && runningText(runningBatch)}
            onStarted={started}
          />
        )}
      </div>
      {commands.isAskingToReset && running.data?.batch && (
        <ResetQuestion batch={running.data.batch} commands={commands} />
      )}
    </>
  );
}

/** Who has a job of the kind running, since when and how far: why no other can be started. */
const runningText = ({ kind, startedBy, startedAt, state, completedCount, total }: Batch): string =>
  `A ${BULK_WORDS[kind].job} started by ${startedBy.isMe ? "you" : startedBy.name} at ${newYorkTime(startedAt)} is ${
    state === "PAUSED" ? "paused at" : "running"
  } ${completedCount}/${total}.`;

const RunningNotice = ({ batch, onView }: { batch: Batch; onView: () => void }) => (
  <Alert
    live="polite"
    action={
      <Button size="small" onClick={onView}>
        View
      </Button>
    }
  >
    {runningText(batch)}
  </Alert>
);
