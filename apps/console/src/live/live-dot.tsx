import { cn } from "@/lib/cn.ts";
import type { Connection } from "./feed.ts";

const WORDS: Record<Connection, string> = {
  connecting: "Connecting…",
  live: "Live",
  polling: "Every 2 s",
};

/** How news comes to what is shown: as it happens, or by asking. */
export const LiveDot = ({ connection }: { connection: Connection }) => (
  <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-muted-foreground">
    <span
      aria-hidden
      className={cn("size-2 rounded-full", connection === "live" ? "bg-success" : "bg-neutral")}
    />
    {WORDS[connection]}
  </span>
);
