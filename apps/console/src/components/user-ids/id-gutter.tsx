import { cn } from "@/lib/cn.ts";

/** The height of a line of the box, in pixels. */
export const LINE_PX = 20;

export type LineMark = "invalid" | "over";

type IdGutterProps = {
  lines: number;
  /** Pixels by which the text is scrolled, and pixels of it that are seen. */
  scrolledPx: number;
  heightPx: number;
  findMark: (line: number) => LineMark | undefined;
};

/** The numbers beside the lines of a text, and which of them are wrong. Only those in sight are made. */
export function IdGutter({ lines, scrolledPx, heightPx, findMark }: IdGutterProps) {
  const first = Math.floor(scrolledPx / LINE_PX);
  const shown = Math.max(0, Math.min(Math.ceil(heightPx / LINE_PX) + 1, lines - first));
  return (
    <div
      aria-hidden
      className="relative w-14 shrink-0 overflow-hidden border-r bg-muted text-2xs text-muted-foreground select-none"
    >
      <div
        className="absolute inset-x-0 top-2"
        style={{ transform: `translateY(${-(scrolledPx % LINE_PX)}px)` }}
      >
        {Array.from({ length: shown }, (_, index) => {
          const line = first + index + 1;
          const mark = findMark(line);
          return (
            <div
              key={line}
              data-mark={mark}
              className={cn(
                "flex h-5 items-center justify-between px-1.5 tabular-nums",
                mark === "invalid" && "bg-danger-soft font-medium text-danger-fg",
                mark === "over" && "bg-warning-soft text-warning-fg",
              )}
            >
              <span>{mark === "invalid" && "✕"}</span>
              {line}
            </div>
          );
        })}
      </div>
    </div>
  );
}
