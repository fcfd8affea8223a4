import { AUTOMATION_EXPORT_PATH, AUTOMATION_FILE_NAME } from "@countinghouse/validators/automation/rules";
import { BULK_EXPORT_PATH, BULK_FILE_NAMES } from "@countinghouse/validators/bulk-jobs/rules";
import { BULK_JOBS_MESSAGES } from "@countinghouse/validators/messages";
import { CheckIcon, TriangleAlertIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { API_ORIGIN, apiUrl } from "@/api/api-url.ts";
import { download } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { durationText, newYorkTime } from "@/lib/time-text.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { jobPath } from "@/paths.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { dismissJob } from "./dismissed-jobs.ts";
import { isRunning, type TrayJob } from "./feed.ts";
import { JobBar } from "./job-progress.tsx";
import { countsText, JOB_NAMES, needsLook } from "./job-words.ts";

type JobEntryProps = { job: TrayJob; onLeave: () => void };

/** One job of the tray: what it is, whose, how far, and where to see it. */
export function JobEntry({ job, onLeave }: JobEntryProps) {
  const { id, kind, completedCount, total, startedBy } = job;
  const runs = isRunning(job);
  return (
    <li className="grid gap-1.5 px-4 py-3 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{JOB_NAMES[kind]}</span>
        <span className="text-muted-foreground tabular-nums">
          {completedCount.toLocaleString("en-US")}/{total.toLocaleString("en-US")}
        </span>
      </div>
      {runs ? <JobBar job={job} /> : <End job={job} />}
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-xs text-muted-foreground">
          {startedBy.isMe ? "You" : startedBy.name} · {runs ? <Elapsed job={job} /> : <EndedAt job={job} />}
        </span>
        <span className="-mr-2 flex shrink-0">
          {!runs && <ExportButton job={job} />}
          {!runs && (
            <Button
              variant="ghost"
              size="small"
              aria-label={`Dismiss ${JOB_NAMES[kind]}`}
              onClick={() => dismissJob(id)}
            >
              Dismiss
            </Button>
          )}
          <Link
            href={jobPath(job)}
            aria-label={`View ${JOB_NAMES[kind]}`}
            className={buttonVariants({ variant: "ghost", size: "small" })}
            onClick={onLeave}
          >
            View
          </Link>
        </span>
      </div>
    </li>
  );
}

function End({ job }: { job: TrayJob }) {
  const Icon = needsLook(job) ? TriangleAlertIcon : CheckIcon;
  return (
    <p className="flex items-center gap-1.5">
      <Icon
        aria-hidden
        className={`size-4 shrink-0 stroke-[1.75] ${needsLook(job) ? "text-warning-fg" : "text-success-fg"}`}
      />
      {countsText(job)}
    </p>
  );
}

function Elapsed({ job: { requestedAt, state, isStalled, lastProgressAt } }: { job: TrayJob }) {
  const now = useNow(1_000);
  if (isStalled) {
    return <span className="text-warning-fg">No progress since {newYorkTime(lastProgressAt)}</span>;
  }
  const elapsed = durationText(now.getTime() - requestedAt.getTime());
  return state === "PAUSED" ? `${elapsed} · paused` : elapsed;
}

function EndedAt({ job: { finishedAt, requestedAt, state } }: { job: TrayJob }) {
  if (finishedAt === null) return state === "CANCELLED" ? "cancelled" : "ended";
  const took = durationText(finishedAt.getTime() - requestedAt.getTime());
  return `${state === "CANCELLED" ? "cancelled" : "ended"} ${newYorkTime(finishedAt)} after ${took}`;
}

function ExportButton({ job }: { job: TrayJob }) {
  const [isPending, setIsPending] = useState(false);
  return (
    <Button
      variant="ghost"
      size="small"
      pending={isPending}
      aria-label={`${BULK_JOBS_MESSAGES.exportLabel} of ${JOB_NAMES[job.kind]}`}
      onClick={() => {
        setIsPending(true);
        void exportJob(job).finally(() => setIsPending(false));
      }}
    >
      Export
    </Button>
  );
}

/** Saves the rows of a job as CSV; a toast says why it could not. */
async function exportJob(job: Pick<TrayJob, "id" | "kind" | "requestedAt">): Promise<void> {
  try {
    const { url, fileName } = exportFile(job);
    const file = await download(url, { signal: new AbortController().signal, onProgress: () => {} });
    saveBlob(fileName, file);
  } catch (error) {
    toast.error(failureText(error));
  }
}

const exportFile = ({ id, kind, requestedAt }: Pick<TrayJob, "id" | "kind" | "requestedAt">) =>
  kind === "AUTOMATION"
    ? {
        url: `${apiUrl(AUTOMATION_EXPORT_PATH)}?requestedAt=${requestedAt.getTime()}`,
        fileName: AUTOMATION_FILE_NAME,
      }
    : { url: `${API_ORIGIN ?? ""}${BULK_EXPORT_PATH}${id}`, fileName: BULK_FILE_NAMES[kind] };
