import { EmptyCell } from "@/table/empty-cell.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import type { BulkRow } from "./types.ts";

/** What became of a row in words: of a failure the provider's code and its sentence. */
export function ProblemCell({ row: { state, errorCode, message } }: { row: BulkRow }) {
  const text = [errorCode, message].filter(Boolean).join(" ");
  if (text === "") return <EmptyCell />;
  const isWrong = state === "FAILED";
  return (
    <span className="flex items-center gap-1.5">
      <span title={text} className="truncate">
        {errorCode !== "" && <span className="id-text font-medium text-danger-fg">{errorCode} </span>}
        <span className={isWrong ? "text-danger-fg" : "text-muted-foreground"}>{message}</span>
      </span>
      {isWrong && <CopyButton value={text} label="error" />}
    </span>
  );
}
