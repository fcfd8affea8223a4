import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { type RefObject, useMemo } from "react";
import type { Batch, BulkRow } from "@/components/batches/types.ts";
import { ROWS_OF_TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { DataTable } from "@/table/data-table.tsx";
import type { RowFilter } from "../use-bulk-view.ts";
import { balanceColumns } from "./balance-columns.tsx";
import { NoRows } from "./no-rows.tsx";
import { paymentColumns } from "./payment-columns.tsx";

/** The scroll size of the balance table (specification 2, section 9); payments have more to say. */
export const TABLE_PX = {
  balanceWidth: 1_500,
  paymentWidth: 1_892,
  reviewWidth: 1_600,
  height: 450,
} as const;

type BatchTableProps = {
  screen: BulkScreen;
  batch: Batch;
  /** Those that the filter lets through; null until they are known. */
  rows: readonly BulkRow[] | null;
  changedIds: ReadonlySet<string>;
  frame: RefObject<HTMLDivElement | null>;
  /** What they are filtered by. */
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
};

/** The rows of a batch in their order, of which only those near to what is seen are made. */
export function BatchTable({ screen, batch, rows, changedIds, frame, filter, onFilter }: BatchTableProps) {
  const { kind, version } = screen;
  const requestedAtMs = batch.requestedAt.getTime();
  const columns = useMemo(() => {
    const requestedAt = new Date(requestedAtMs);
    return kind === "BULK_BALANCE"
      ? balanceColumns(version, requestedAt)
      : paymentColumns(kind, version, requestedAt);
  }, [kind, version, requestedAtMs]);
  return (
    <div ref={frame} className={ROWS_OF_TWO_LINES_CLASS}>
      <DataTable
        label="Rows of the batch"
        columns={columns}
        rows={rows ?? undefined}
        rowKey={({ id }) => id}
        rowClass={({ id }) => (changedIds.has(id) ? "animate-row-flash" : undefined)}
        skeletonRows={10}
        maxHeight={TABLE_PX.height}
        minWidth={kind === "BULK_BALANCE" ? TABLE_PX.balanceWidth : TABLE_PX.paymentWidth}
        windowed={{ total: rows?.length ?? 0, onNearEnd: () => undefined }}
        empty={<NoRows filter={filter} batch={batch} onFilter={onFilter} />}
        walkable
      />
    </div>
  );
}
