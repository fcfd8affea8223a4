import { CheckIcon, CopyIcon } from "lucide-react";
import { Unselectable, useSelectionKeys } from "@/table/row-selection.tsx";
import { Button } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import type { UnprocessedRow } from "./use-unprocessed.ts";

export type UnprocessedActions = {
  rows: readonly UnprocessedRow[];
  selected: ReadonlySet<string>;
  /** Why nothing may be selected by this admin, or null. */
  disabledReason: string | null;
  toggle: (id: string, isOn: boolean) => void;
  toggleAll: (isOn: boolean) => void;
  copyRow: (row: UnprocessedRow) => void;
  /** The row whose line was copied just now. */
  copiedId: string | null;
};

type CellProps = UnprocessedActions & { row: UnprocessedRow };

const BEING_TRIED = "It is being retried.";

/** Selects a row, or says why it can not be. */
export function SelectRow({ row, selected, disabledReason, toggle }: CellProps) {
  const label = `Select ${row.userId ?? row.uniqueRef}`;
  const whyNot = disabledReason ?? (row.stage === "RETRY" ? BEING_TRIED : null);
  if (whyNot === null)
    return (
      <Checkbox
        aria-label={label}
        checked={selected.has(row.id)}
        onCheckedChange={(isOn) => toggle(row.id, isOn)}
      />
    );
  return <Unselectable id={row.id} label={label} whyNot={whyNot} />;
}

/** Selects all rows, or lets go of them. With it come the keys of the list. */
export function SelectAll({ rows, selected, disabledReason, toggleAll }: UnprocessedActions) {
  useSelectionKeys(() => toggleAll(false));
  const able = rows.filter(({ stage }) => stage !== "RETRY").length;
  const isAll = able > 0 && selected.size === able;
  return (
    <Checkbox
      aria-label="Select all"
      checked={isAll}
      indeterminate={selected.size > 0 && !isAll}
      disabled={able === 0 || disabledReason !== null}
      onCheckedChange={() => toggleAll(!isAll)}
    />
  );
}

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
