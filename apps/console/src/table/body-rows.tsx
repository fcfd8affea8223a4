import { memo, type ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { TableCell, TableRow } from "@/ui/table.tsx";

type BodyRowProps = {
  /** What the row shows, and how: while these stay the same objects, so do its cells. */
  of: object;
  columns: readonly unknown[];
  actions: object | undefined;
  className: string | undefined;
  rowIndex: number | undefined;
  /** Whether the address names this row: it stands out, and is scrolled to. */
  isAddressed: boolean;
  cells: () => ReactNode;
};

const bringIntoView = (row: HTMLElement | null): void => row?.scrollIntoView({ block: "center" });

/** A row that is made anew only when something of it changed, not whenever the table moves. */
export const BodyRow = memo(
  ({ className, rowIndex, isAddressed, cells }: BodyRowProps) => (
    <TableRow
      ref={isAddressed ? bringIntoView : null}
      className={cn(
        "relative aria-current:bg-row-selected has-[[data-select][data-checked]]:bg-row-selected",
        className,
      )}
      aria-rowindex={rowIndex}
      aria-current={isAddressed || undefined}
    >
      {cells()}
    </TableRow>
  ),
  (before, now) =>
    before.of === now.of &&
    before.columns === now.columns &&
    before.actions === now.actions &&
    before.className === now.className &&
    before.rowIndex === now.rowIndex &&
    before.isAddressed === now.isAddressed,
);

/** Holds the place of rows that are not made. */
export const Gap = ({ height, columns }: { height: number | string; columns: number }) => (
  <tr aria-hidden style={{ height }}>
    <TableCell colSpan={columns} className="border-0 p-0" />
  </tr>
);

/** Rows in their final geometry: empty at first, grey bars once the wait is long enough to notice. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const isSlow = useDelayed(true);
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} data-slot="skeleton-row" aria-hidden className="h-(--row-h)">
      {Array.from({ length: columns }, (__, column) => (
        <TableCell key={column}>
          {isSlow && <Skeleton className={SKELETON_WIDTHS[(row + column) % 3]} />}
        </TableCell>
      ))}
    </tr>
  ));
}

const SKELETON_WIDTHS = ["w-3/5", "w-4/5", "w-2/5"];
