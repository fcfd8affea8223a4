import type { BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import type { BulkScreen } from "@countinghouse/validators/bulk-jobs/texts";
import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { memo, type RefObject, useMemo, useState } from "react";
import type { Batch, BulkRow } from "@/components/batches/types.ts";
import { useCustomerSelection } from "@/components/customer-lists/use-customer-selection.tsx";
import { SaleSheet } from "@/components/sale/sale-sheet.tsx";
import { ROWS_OF_TWO_LINES_CLASS } from "@/components/two-lines.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { DataTable, type DataTableProps } from "@/table/data-table.tsx";
import type { RowFilter } from "../use-bulk-view.ts";
import { balanceColumns } from "./balance-columns.tsx";
import { NoRows } from "./no-rows.tsx";
import { paymentColumns } from "./payment-columns.tsx";

/** The scroll size of the tables (specification 2, section 9). */
export const TABLE_PX = { balanceWidth: 1_500, height: 450 } as const;

const rowKey = ({ id }: BulkRow): string => id;

type BatchTableProps = {
  screen: BulkScreen;
  batch: Batch;
  /** Those that the filter lets through; null until they are known. */
  rows: readonly BulkRow[] | null;
  /** The first of them, shown until then. */
  first: readonly BulkRow[] | null;
  changedIds: ReadonlySet<string>;
  frame: RefObject<HTMLDivElement | null>;
  /** What they are filtered by. */
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
};

/** The rows of a batch in their order, of which only those near to what is seen are made. */
export const BatchTable = memo(function BatchTable({ screen, batch, first, ...props }: BatchTableProps) {
  const { rows, changedIds, frame, filter, onFilter } = props;
  const { kind, version } = screen;
  const selection = useCustomerSelection({
    title: `the batch of ${newYorkTime(batch.requestedAt)}`,
    listKey: `${batch.id} ${filter}`,
    rows: rows ?? undefined,
    rowKey,
    toUserId: ({ userId }) => userId,
  });
  const table = {
    label: "Rows of the batch",
    // That none of the first rows fits says nothing of the others.
    rows: rows ?? (first?.length ? first : undefined),
    rowKey,
    selection,
    rowClass: ({ id }: BulkRow) => (changedIds.has(id) ? "animate-row-flash" : undefined),
    empty: <NoRows filter={filter} batch={batch} onFilter={onFilter} />,
    pageList: "rows-of-the-batch" as const,
  };
  const shared = { table, version, requestedAtMs: batch.requestedAt.getTime() };
  return (
    <div ref={frame} className={ROWS_OF_TWO_LINES_CLASS}>
      {kind === "BULK_BALANCE" ? <BalanceTable {...shared} /> : <PaymentTable {...shared} kind={kind} />}
    </div>
  );
});

type TableProps = {
  table: Omit<DataTableProps<BulkRow>, "columns">;
  version: BulkVersion;
  requestedAtMs: number;
};

const SIZE = { skeletonRows: 10, maxHeight: TABLE_PX.height, windowed: true };

/** With a card payment for each user. */
function BalanceTable({ table, version, requestedAtMs }: TableProps) {
  const columns = useMemo(() => balanceColumns(version, new Date(requestedAtMs)), [version, requestedAtMs]);
  const [payingUserId, open] = useState<number | null>(null);
  const disabledReason = useWhyNot("payments.charge");
  const sale = useMemo(() => ({ disabledReason, open }), [disabledReason]);
  return (
    <>
      <DataTable
        {...table}
        columns={columns}
        actions={sale}
        size={{ ...SIZE, minWidth: TABLE_PX.balanceWidth }}
      />
      {payingUserId !== null && (
        <SaleSheet userId={payingUserId} title={TEXT.paymentTitles[version]} onClose={() => open(null)} />
      )}
    </>
  );
}

type PaymentTableProps = TableProps & { kind: "BULK_DEBIT" | "BULK_ACH" };

function PaymentTable({ table, version, requestedAtMs, kind }: PaymentTableProps) {
  const columns = useMemo(
    () => paymentColumns(kind, version, new Date(requestedAtMs)),
    [kind, version, requestedAtMs],
  );
  return <DataTable {...table} columns={columns} size={SIZE} />;
}
