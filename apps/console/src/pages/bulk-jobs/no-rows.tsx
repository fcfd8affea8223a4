import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { Button } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import type { RowFilter } from "./use-bulk-view.ts";

type NoRowsProps = {
  /** What lets none of them through. */
  filter: RowFilter;
  total: number;
  onFilter: (filter: RowFilter) => void;
};

/** Says why no row of a batch is shown, and leads to those that there are. */
export const NoRows = ({ filter, total, onFilter }: NoRowsProps) => (
  // In sight also where the table is scrolled sideways.
  <div className="sticky left-0">
    {filter === "open" ? (
      <EmptyState
        title={
          total === 1
            ? "The only row is completed"
            : `All ${total.toLocaleString("en-US")} rows are completed`
        }
        action={<Button onClick={() => onFilter("completed")}>{TEXT.showCompletedLabel}</Button>}
      >
        What came of them is among the completed rows.
      </EmptyState>
    ) : (
      <EmptyState
        title={filter === "failed" ? "No row failed" : "No row is completed yet"}
        action={<Button onClick={() => onFilter("all")}>Show all rows</Button>}
      />
    )}
  </div>
);
