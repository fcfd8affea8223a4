import { CheckIcon, TriangleAlertIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { TOP_BAR_ID } from "@/lib/overlay.ts";
import { toast } from "@/lib/toast.ts";
import { jobPath } from "@/paths.ts";
import { buttonVariants } from "@/ui/button.tsx";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "@/ui/popover.tsx";
import { useDismissedJobs } from "./dismissed-jobs.ts";
import { feed, isRunning, type TrayJob, useConnection, useTrayJobs, useWatchedBatchId } from "./feed.ts";
import { JobEntry } from "./job-entry.tsx";
import { JobsRing } from "./job-progress.tsx";
import { countsText, JOB_NAMES, needsLook, progressText } from "./job-words.ts";
import { LiveDot } from "./live-dot.tsx";
import { LiveFeed } from "./live-feed.tsx";

/** The feed of this window, and the jobs it tells of. */
export default function JobTrayContent() {
  const jobs = useTrayJobs() ?? NO_JOBS;
  const watchedId = useWatchedBatchId();
  useFinishToasts(jobs);
  const heard = jobs.filter((job) => isRunning(job) && (job.startedBy.isMe || job.id === watchedId));
  return (
    <>
      <LiveFeed />
      <Tray jobs={jobs} />
      <output aria-live="polite" className="sr-only">
        {heard.map(progressText).join(", ")}
      </output>
    </>
  );
}

const NO_JOBS: readonly TrayJob[] = [];

function Tray({ jobs }: { jobs: readonly TrayJob[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const dismissed = useDismissedJobs();
  const connection = useConnection();
  const shown = jobs.filter((job) => isRunning(job) || !dismissed.includes(job.id));
  // While it is open it stays, so that putting away the last job does not lose the place.
  if (shown.length === 0 && !isOpen) return null;
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger className={buttonVariants({ variant: "ghost" })}>
        <Face jobs={shown} />
      </PopoverTrigger>
      <PopoverContent
        className="w-96 max-w-[calc(100vw-1rem)] p-0!"
        container={document.getElementById(TOP_BAR_ID)}
      >
        <div className="flex items-center justify-between gap-2 border-b px-4 py-2.5">
          <PopoverTitle>Jobs</PopoverTitle>
          <LiveDot connection={connection} />
        </div>
        {shown.length === 0 ? (
          <p className="px-4 py-6 text-center text-sm text-muted-foreground">No jobs are running.</p>
        ) : (
          <ul className="max-h-[70vh] divide-y overflow-y-auto">
            {shown.map((job) => (
              <JobEntry key={job.id} job={job} onLeave={() => setIsOpen(false)} />
            ))}
          </ul>
        )}
      </PopoverContent>
    </Popover>
  );
}

/** "2 jobs", and how far they are; once all ended, whether somebody has to look. */
function Face({ jobs }: { jobs: readonly TrayJob[] }) {
  const running = jobs.filter(isRunning);
  const count = running.length || jobs.length;
  const words = `${count} ${count === 1 ? "job" : "jobs"}`;
  if (running.length > 0) {
    return (
      <>
        <JobsRing jobs={running} />
        <span className="max-sm:sr-only">{words}</span>
      </>
    );
  }
  const Icon = jobs.some(needsLook) ? TriangleAlertIcon : CheckIcon;
  return (
    <>
      <Icon aria-hidden className={jobs.some(needsLook) ? "text-warning-fg" : "text-success-fg"} />
      <span className="max-sm:sr-only">{words} ended</span>
    </>
  );
}

/** Says so when a job of this admin ended, unless it is what they are looking at. */
function useFinishToasts(jobs: readonly TrayJob[]): void {
  const [, navigate] = useLocation();
  const ran = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    for (const job of jobs) {
      const ended = ran.current.has(job.id) && !isRunning(job) && job.startedBy.isMe;
      if (!ended || feed.watched.get()?.batchId === job.id) continue;
      const { kind } = job;
      toast[needsLook(job) ? "info" : "success"](`${JOB_NAMES[kind]} ended: ${countsText(job)}`, {
        action: { label: "View", run: () => navigate(jobPath(job)) },
      });
    }
    ran.current = new Set(jobs.filter(isRunning).map(({ id }) => id));
  }, [jobs, navigate]);
}
