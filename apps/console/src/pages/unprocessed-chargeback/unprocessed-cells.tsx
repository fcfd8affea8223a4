import { CheckIcon, CopyIcon } from "lucide-react";
import { Button } from "@/ui/button.tsx";
import type { UnprocessedRow } from "./use-unprocessed.ts";

export type UnprocessedActions = {
  copyRow: (row: UnprocessedRow) => void;
  /** The row whose line was copied just now. */
  copiedId: string | null;
};

type CellProps = UnprocessedActions & { row: UnprocessedRow };

/** Copies the row as a line for a spreadsheet. */
export function CopyRow({ row, copyRow, copiedId }: CellProps) {
  const isCopied = copiedId === row.id;
  return (
    <>
      <Button size="small" className="relative z-control" onClick={() => copyRow(row)}>
        {isCopied ? <CheckIcon aria-hidden /> : <CopyIcon aria-hidden />}
        Copy
        <span className="sr-only"> {row.userId ?? row.uniqueRef}</span>
      </Button>
      <output className="sr-only">{isCopied && "Copied"}</output>
    </>
  );
}
