import { cn } from "@/lib/cn.ts";
import type { BadgeTone } from "@/ui/badge.tsx";

const RADIUS = 7;
const ROUND = 2 * Math.PI * RADIUS;

const STROKES: Record<BadgeTone, string> = {
  success: "stroke-success",
  warning: "stroke-warning",
  danger: "stroke-danger",
  info: "stroke-info",
  pending: "stroke-pending",
  neutral: "stroke-neutral",
};

/** How far one row is, as a ring beside its words. A row that failed has a cross in it. */
export const ProgressRing = ({ percent, tone }: { percent: number; tone: BadgeTone }) => (
  <svg aria-hidden viewBox="0 0 18 18" className="size-4.5 shrink-0 -rotate-90">
    <circle
      cx="9"
      cy="9"
      r={RADIUS}
      className={cn("fill-none stroke-2", tone === "danger" ? STROKES.danger : "stroke-border-strong")}
    />
    {percent > 0 && (
      <circle
        cx="9"
        cy="9"
        r={RADIUS}
        strokeDasharray={ROUND}
        strokeDashoffset={ROUND * (1 - percent / 100)}
        strokeLinecap="round"
        className={cn("fill-none stroke-2", STROKES[tone])}
      />
    )}
    {tone === "danger" && (
      <path d="M6.5 6.5l5 5m0-5l-5 5" className={cn("fill-none stroke-[1.5]", STROKES.danger)} />
    )}
  </svg>
);
