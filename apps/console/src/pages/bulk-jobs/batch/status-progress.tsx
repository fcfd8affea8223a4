import type { BulkItemState, BulkKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { XIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import { ProgressRing } from "./progress-ring.tsx";
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
