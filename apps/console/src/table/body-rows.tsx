import { ChevronRightIcon } from "lucide-react";
import { memo, type ReactNode } from "react";
import { detailsText, type errorDetails } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { useDelayed } from "@/lib/timers.ts";
import { Skeleton } from "@/ui/progress.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { TableCell, TableRow } from "@/ui/table.tsx";
import type { RowsQuery } from "./data-table.tsx";

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

/** A group of rows that follow each other. */
export type RowGroup = {
  key: string;
  title: string;
  /** Rows of the group in the table; 0 while it is folded. */
  size: number;
  isFolded: boolean;
  onToggle: () => void;
};

type GroupHeadsProps = { groups: readonly RowGroup[]; at: number; columns: number };

/** The heads of the groups that begin before the row at this place. */
export function GroupHeads({ groups, at, columns }: GroupHeadsProps) {
  let start = 0;
  return groups.map(({ key, title, size, isFolded, onToggle }) => {
    const isHere = start === at;
    start += size;
    return (
      isHere && (
        <tr key={key} data-slot="group-head" className="bg-muted">
          <th scope="rowgroup" colSpan={columns} className="border-b p-0 text-left font-semibold">
            <button
              type="button"
              aria-expanded={!isFolded}
              className="sticky left-0 flex min-h-8 items-center gap-1.5 rounded-sm px-(--row-px) focus-visible:-outline-offset-2"
              onClick={onToggle}
            >
              <ChevronRightIcon
                aria-hidden
                className={cn("size-4 transition-transform duration-120", !isFolded && "rotate-90")}
              />
              {title}
            </button>
          </th>
        </tr>
      )
    );
  });
}

type LoadFailureProps = { failure: ReturnType<typeof errorDetails>; query: RowsQuery };

/** Shows in place of the rows that they could not be loaded, with Retry. */
export const LoadFailure = ({ failure, query }: LoadFailureProps) => (
  <ErrorState
    message={(failure.code !== "LIMITED" && query.failureMessage) || failure.message}
    details={detailsText(failure)}
    onRetry={() => void query.refetch()}
    retrying={query.isFetching && !query.isFetchingNextPage}
  />
);
