import type { BulkItemState, BulkKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { XIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import { rowStatus } from "./row-status.ts";

type StatusProgressProps = { kind: BulkKind; version: BulkVersion; state: BulkItemState };

/** How far a row is: a ring on version 2, a bar on version 1 (specification 1, section 2). */
export function StatusProgress({ kind, version, state }: StatusProgressProps) {
  const { percent, tone, words } = rowStatus(kind, state);
  return (
    <span className="flex items-center gap-2">
      {version === 2 ? <ProgressRing percent={percent} tone={tone} /> : <Bar percent={percent} tone={tone} />}
      <span className={cn("truncate", TEXT_CLASS[tone])}>{words}</span>
    </span>
  );
}

const Bar = ({ percent, tone }: { percent: number; tone: BadgeTone }) =>
  tone === "danger" ? (
    <XIcon aria-hidden className="size-4 shrink-0 text-danger" />
  ) : (
    <span aria-hidden className="h-1.5 w-10 shrink-0 overflow-hidden rounded-full bg-border">
      <span className={cn("block h-full", BAR_CLASS[tone])} style={{ width: `${percent}%` }} />
    </span>
  );

const BAR_CLASS: Record<BadgeTone, string> = {
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  info: "bg-info",
  pending: "bg-pending",
  neutral: "bg-neutral",
};

const TEXT_CLASS: Record<BadgeTone, string> = {
  success: "text-success-fg",
  warning: "text-warning-fg",
  danger: "text-danger-fg",
  info: "text-info-fg",
  pending: "text-muted-foreground",
  neutral: "text-muted-foreground",
};

const BORDERS: Record<BadgeTone, string> = {
  success: "border-success",
  warning: "border-warning",
  danger: "border-danger",
  info: "border-info",
  pending: "border-pending",
  neutral: "border-neutral",
};

/** How far one row is, as a ring beside its words: nothing or all of it. A row that failed has a cross in it. */
const ProgressRing = ({ percent, tone }: { percent: 0 | 100; tone: BadgeTone }) => (
  <span
    aria-hidden
    data-slot="progress-ring"
    className={cn(
      "m-px grid size-4 shrink-0 place-items-center rounded-full border-2",
      percent === 100 || tone === "danger" ? BORDERS[tone] : "border-border-strong",
    )}
  >
    {tone === "danger" && (
      <svg
        aria-hidden
        viewBox="0 0 5 5"
        className="size-1.25 overflow-visible fill-none stroke-danger stroke-[1.5]"
      >
        <path d="M0 0l5 5m0-5l-5 5" />
      </svg>
    )}
  </span>
);
