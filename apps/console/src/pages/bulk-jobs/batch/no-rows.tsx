import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import type { Batch } from "@/components/batches/types.ts";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import type { RowFilter } from "../use-bulk-view.ts";
import { afterReset } from "./ended-rows.ts";

type NoRowsProps = {
  /** What lets none of them through. */
  filter: RowFilter;
  batch: Batch;
  onFilter: (filter: RowFilter) => void;
};

/** Says why no row of a batch is shown, and leads to those that there are. */
export const NoRows = ({ filter, batch, onFilter }: NoRowsProps) => (
  // In sight also where the table is scrolled sideways.
  <div className="sticky left-0">
    {filter === "open" ? (
      <EmptyState
        title={noRowsTitle(batch)}
        action={<Button onClick={() => onFilter("completed")}>{TEXT.showCompletedLabel}</Button>}
      >
        Their outcomes are among the completed rows.
      </EmptyState>
    ) : (
      <EmptyState
        title={filter === "failed" ? "No row failed" : "No row is completed yet"}
        action={<Button onClick={() => onFilter("all")}>Show all rows</Button>}
      />
    )}
  </div>
);

function noRowsTitle(batch: Batch): string {
  if (batch.state === "CANCELLED") return `The batch was reset: ${afterReset(batch)}`;
  if (batch.total === 1) return "The only row is completed";
  return `All ${batch.total.toLocaleString("en-US")} rows are completed`;
}
