import { useDelayed } from "@/lib/use-delayed.ts";
import { Skeleton } from "@/ui/skeleton.tsx";
import { TableCell } from "@/ui/table.tsx";

/** Rows in their final geometry: empty at first, grey bars once the wait is long enough to notice. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  const isSlow = useDelayed(true);
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} data-slot="skeleton-row" aria-hidden className="h-(--row-h)">
      {Array.from({ length: columns }, (__, column) => (
        <TableCell key={column}>{isSlow && <Skeleton className={WIDTHS[(row + column) % 3]} />}</TableCell>
      ))}
    </tr>
  ));
}

const WIDTHS = ["w-3/5", "w-4/5", "w-2/5"];
