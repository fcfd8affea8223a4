import type { Batch, BulkRow } from "@/components/batches/types.ts";
import type { RowFilter } from "../use-bulk-view.ts";
import { isSettled } from "./row-status.ts";

export const FILTER_TEXTS: Record<RowFilter, string> = {
  all: "All",
  completed: "Completed",
  open: "Not completed",
  failed: "Failed only",
};

const LETS_THROUGH: Record<RowFilter, (row: BulkRow) => boolean> = {
  all: () => true,
  completed: ({ state }) => isSettled(state),
  open: ({ state }) => !isSettled(state),
  failed: ({ state }) => state === "FAILED",
};

/** The rows of a batch that are to be shown. Show Completed is "completed", off it is "open". */
export const filterRows = (rows: readonly BulkRow[], filter: RowFilter): readonly BulkRow[] =>
  filter === "all" ? rows : rows.filter(LETS_THROUGH[filter]);

/** The same as the batch itself tells them, before all of its rows are there. */
export function countsOf({ total, counts: { done, failed, cancelled } }: Batch): Record<RowFilter, number> {
  const completed = done + failed + cancelled;
  return { all: total, completed, open: total - completed, failed };
}

export function countRows(rows: readonly BulkRow[]): Record<RowFilter, number> {
  const counts = { all: rows.length, completed: 0, open: 0, failed: 0 };
  for (const row of rows) {
    counts[isSettled(row.state) ? "completed" : "open"] += 1;
    if (row.state === "FAILED") counts.failed += 1;
  }
  return counts;
}
