import { cn } from "@/lib/cn.ts";
import type { BadgeTone } from "@/ui/badge.tsx";

const BORDERS: Record<BadgeTone, string> = {
  success: "border-success",
  warning: "border-warning",
  danger: "border-danger",
  info: "border-info",
  pending: "border-pending",
  neutral: "border-neutral",
};

/** How far one row is, as a ring beside its words: nothing or all of it. A row that failed has a cross in it. */
export const ProgressRing = ({ percent, tone }: { percent: 0 | 100; tone: BadgeTone }) => (
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
