import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { toast } from "@/lib/toast.ts";
import { jobPath } from "@/paths.ts";
import { feed, isRunning, type TrayJob } from "./feed.ts";
import { countsText, JOB_NAMES, needsLook } from "./job-words.ts";

/** Says so when a job of this admin ended, unless it is what they are looking at. */
export function useFinishToasts(jobs: readonly TrayJob[]): void {
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
