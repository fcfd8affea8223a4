import { type SortingState, useTable } from "@tanstack/react-table";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { ErrorState } from "@/ui/error-state.tsx";
import { ProgressLine } from "@/ui/progress-line.tsx";
import { Table, TableBody, TableCell, TableHeader } from "@/ui/table.tsx";
import { BodyRow } from "./body-row.tsx";
import { ColumnHead } from "./column-head.tsx";
import { type Columns, features } from "./columns.ts";
import { RowKeys } from "./row-keys.tsx";
import { SkeletonRows } from "./skeleton-rows.tsx";
import { TextCell } from "./text-cell.tsx";
import { useRowWindow } from "./use-row-window.ts";

export type Sort<Column extends string = string> = { column: Column; direction: "asc" | "desc" };

export type DataTableProps<Row extends object> = {
  /** What the table is of, for those who do not see it. */
  label: string;
  columns: Columns<Row>;
  /** Undefined until they are known. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** How a row looks apart from the others, such as one that just changed. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** The order the server gave the rows in, and how to ask for another. */
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  fetching?: boolean;
  error?: unknown;
  onRetry?: (() => void) | undefined;
  /** The product's sentence for a failed load; without one, the server's is shown. */
  failureMessage?: string | undefined;
  /** Instead of no rows: "none yet", or "none match" with a way to clear the filters. */
  empty: ReactNode;
  footer?: ReactNode;
  skeletonRows?: number;
  /** Pixels, or a length as CSS spells it, after which the table scrolls within itself. */
  maxHeight?: number | string | undefined;
  /** Pixels below which it scrolls sideways. */
  minWidth?: number | undefined;
  /**
   * For more rows than a page can hold: only those near to what is seen are made. They have one height and scroll
   * within the table (`maxHeight`). `total` counts also those that are not loaded yet.
   */
  windowed?: { total: number; onNearEnd: () => void } | undefined;
  /** Whether it is the list of its page: j and k walk its rows, and its head stays in sight while the page scrolls. */
  walkable?: boolean;
  /** Of such a list: needs a large screen; on smaller ones it scrolls sideways within itself. */
  wide?: boolean;
};

/** What scrolls in itself can not keep its head at the top of the page: a list that fits does not. */
function scrollClass({ isPageList, wide }: { isPageList: boolean; wide: boolean }): string {
  if (!isPageList) return "overflow-auto";
  if (wide) return "[--table-top:0px] max-2xl:overflow-x-auto 2xl:[--table-top:var(--topbar-h)]";
  return "[--table-top:0px] max-xl:overflow-x-auto xl:[--table-top:var(--topbar-h)]";
}

/** The one table of the console. The server sorts and pages; the table shows, in every state. */
export function DataTable<Row extends object>({
  label,
  columns,
  rows,
  rowKey,
  rowClass,
  sort,
  onSort,
  fetching = false,
  error = null,
  onRetry,
  failureMessage,
  empty,
  footer,
  skeletonRows = 5,
  maxHeight,
  minWidth,
  windowed,
  walkable = false,
  wide = false,
}: DataTableProps<Row>) {
  const root = useRef<HTMLDivElement>(null);
  const isPageList = walkable && maxHeight === undefined;
  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.direction === "desc" }] : [];
  const rowCount = rows?.length ?? 0;
  const near = useRowWindow(root, rowCount, windowed === undefined);
  const nearRows = useMemo(
    () => rows?.slice(near.first, near.last) ?? NO_ROWS,
    [rows, near.first, near.last],
  );
  const table = useTable({
    features,
    columns,
    data: nearRows,
    getRowId: rowKey,
    defaultColumn,
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      if (next) onSort?.({ column: next.id, direction: next.desc ? "desc" : "asc" });
    },
  });
  const failure = error && rows === undefined ? errorDetails(error) : null;
  const columnCount = table.getAllLeafColumns().length;
  /** How many rows there are, while their end is near. */
  const endingAt = near.last === rowCount ? rowCount : 0;
  const onNearEnd = useRef(windowed?.onNearEnd);
  useEffect(() => {
    onNearEnd.current = windowed?.onNearEnd;
  });
  useEffect(() => {
    if (endingAt > 0) onNearEnd.current?.();
  }, [endingAt]);

  return (
    <div
      ref={root}
      data-slot="data-table"
      // What scrolls within itself is reached by the keyboard.
      {...(isPageList ? {} : { role: "group", "aria-label": label, tabIndex: 0 })}
      style={maxHeight === undefined ? undefined : { maxHeight }}
      className={cn("relative rounded-lg border bg-card", scrollClass({ isPageList, wide }))}
    >
      {fetching && rows !== undefined && <ProgressLine />}
      <Table
        // Columns keep the width they were given, whatever stands in them; what is too long ends in an ellipsis.
        className="min-w-4xl table-fixed"
        style={{ minWidth }}
        aria-label={label}
        aria-busy={(fetching && rows === undefined) || undefined}
        aria-rowcount={windowed && rows ? windowed.total + 1 : undefined}
      >
        <TableHeader>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <ColumnHead
                  key={header.id}
                  className={cn(
                    header.column.columnDef.meta?.className,
                    header.column.columnDef.meta?.pinned && "left-0 z-20",
                  )}
                  align={header.column.columnDef.meta?.align}
                  sorted={header.column.getIsSorted()}
                  onSort={header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined}
                >
                  <table.FlexRender header={header} />
                </ColumnHead>
              ))}
            </tr>
          ))}
        </TableHeader>
        <TableBody>
          {near.abovePx > 0 && <Gap px={near.abovePx} columns={columnCount} />}
          {table.getRowModel().rows.map((row, index) => (
            <BodyRow
              key={row.id}
              of={row.original}
              columns={columns}
              className={rowClass?.(row.original)}
              rowIndex={windowed ? near.first + index + 2 : undefined}
              cells={() =>
                row.getAllCells().map((cell) => (
                  <TableCell
                    key={cell.id}
                    className={cn(
                      cell.column.columnDef.meta?.className,
                      cell.column.columnDef.meta?.align && "num",
                      cell.column.columnDef.meta?.pinned &&
                        "sticky left-0 z-5 bg-card group-hover/row:bg-row-hover",
                    )}
                  >
                    <table.FlexRender cell={cell} />
                  </TableCell>
                ))
              }
            />
          ))}
          {near.belowPx > 0 && <Gap px={near.belowPx} columns={columnCount} />}
          {rows === undefined && !failure && <SkeletonRows rows={skeletonRows} columns={columnCount} />}
        </TableBody>
      </Table>
      {failure && (
        <ErrorState
          message={failureMessage ?? failure.message}
          details={detailsText(failure)}
          onRetry={onRetry}
          retrying={fetching}
        />
      )}
      {rows?.length === 0 && empty}
      {footer}
      {walkable && <RowKeys table={root} />}
    </div>
  );
}

/** Holds the place of rows that are not made. */
const Gap = ({ px, columns }: { px: number; columns: number }) => (
  <tr aria-hidden style={{ height: px }}>
    <TableCell colSpan={columns} className="border-0 p-0" />
  </tr>
);

const NO_ROWS: readonly never[] = [];

const defaultColumn = {
  cell: ({ getValue }: { getValue: () => unknown }) => <TextCell value={getValue()} />,
  enableSorting: false,
};
