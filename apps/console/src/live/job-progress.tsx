import { cn } from "@/lib/cn.ts";
import type { TrayJob } from "./feed.ts";
import { JOB_NAMES, percentDone } from "./job-words.ts";

/** How far one job is, as a bar. */
export function JobBar({ job }: { job: TrayJob }) {
  const percent = percentDone(job);
  const tone = job.isStalled ? TONES.stalled : job.state === "PAUSED" ? TONES.paused : TONES.running;
  return (
    <progress
      aria-label={JOB_NAMES[job.kind]}
      value={percent}
      max={100}
      className={cn(
        "h-1.5 w-full appearance-none overflow-hidden rounded-full bg-neutral-soft [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:rounded-full",
        tone,
      )}
    />
  );
}

const TONES = {
  running: "[&::-moz-progress-bar]:bg-primary [&::-webkit-progress-value]:bg-primary",
  paused: "[&::-moz-progress-bar]:bg-neutral [&::-webkit-progress-value]:bg-neutral",
  stalled: "[&::-moz-progress-bar]:bg-warning [&::-webkit-progress-value]:bg-warning",
};

/** How far all of them are together, as a small disc that fills. */
export function JobsRing({ jobs }: { jobs: readonly TrayJob[] }) {
  const total = jobs.reduce((sum, job) => sum + job.total, 0);
  const done = jobs.reduce((sum, job) => sum + job.completedCount, 0);
  const share = total === 0 ? 0 : done / total;
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="-rotate-90">
      <circle cx="8" cy="8" r="6.5" className="fill-none stroke-current stroke-[1.5]" />
      <circle
        cx="8"
        cy="8"
        r="2.5"
        pathLength={100}
        strokeDasharray={`${share * 100} 100`}
        className="fill-none stroke-primary stroke-[5]"
      />
    </svg>
  );
}
