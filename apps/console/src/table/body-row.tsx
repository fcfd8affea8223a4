import { memo, type ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { TableRow } from "@/ui/table.tsx";

type BodyRowProps = {
  /** What the row shows, and how: while both stay the same objects, so do its cells. */
  of: object;
  columns: readonly unknown[];
  className: string | undefined;
  rowIndex: number | undefined;
  cells: () => ReactNode;
};

/** A row that is made anew only when something of it changed, not whenever the table moves. */
export const BodyRow = memo(
  ({ className, rowIndex, cells }: BodyRowProps) => (
    <TableRow className={cn("relative", className)} aria-rowindex={rowIndex}>
      {cells()}
    </TableRow>
  ),
  (before, now) =>
    before.of === now.of &&
    before.columns === now.columns &&
    before.className === now.className &&
    before.rowIndex === now.rowIndex,
);
