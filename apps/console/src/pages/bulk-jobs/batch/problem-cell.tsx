import type { BulkRow } from "@/components/batches/types.ts";
import { TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { cn } from "@/lib/cn.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";

/** What became of a row in words: of a failure the provider's code and its sentence. */
export function ProblemCell({ row: { state, errorCode, message } }: { row: BulkRow }) {
  const text = [errorCode, message].filter(Boolean).join(" ");
  if (text === "") return <EmptyCell />;
  if (state !== "FAILED")
    return (
      <span title={text} className={cn(TWO_LINES_CLASS, "text-muted-foreground")}>
        {text}
      </span>
    );
  return (
    <span title={text} className="grid text-xs leading-4 text-danger-fg">
      <span className="flex h-4 items-center gap-1">
        <span className={cn("truncate", errorCode !== "" && "id-text font-medium")}>
          {errorCode || message}
        </span>
        <CopyButton value={text} label="error" />
      </span>
      {errorCode !== "" && <span className="truncate"> {message}</span>}
    </span>
  );
}
