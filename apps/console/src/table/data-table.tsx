import { type SortingState, useTable } from "@tanstack/react-table";
import { Fragment, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { errorDetails } from "@/api/errors.ts";
import { cn } from "@/lib/cn.ts";
import { ProgressLine } from "@/ui/progress.tsx";
import { Table, TableBody, TableCell, TableHeader } from "@/ui/table.tsx";
import { useAddressedRow } from "./addressed-row.ts";
import { columnId, growingColumn, leastWidth, listName, NO_LAYOUT, setWidth } from "./arrangement.ts";
import { findArrangement, setArrangement, useArrangement } from "./arrangements.ts";
import { BodyRow, Gap, GroupHeads, LoadFailure, type RowGroup, SkeletonRows } from "./body-rows.tsx";
import { ColumnHead } from "./column-head.tsx";
import { TableTools } from "./column-menu-button.tsx";
import { type Columns, type NoActions, tableFeaturesFor } from "./columns.ts";
import { narrowWidth, useNarrowColumns } from "./narrow-columns.tsx";
import { cellPlace } from "./pinned.ts";
import { RowKeys, useRowLinks } from "./row-links.tsx";
import type { Selection, SelectionActions } from "./selection.ts";
import { defaultColumn, EdgeShadows, headClass } from "./table-looks.tsx";
import { measureColumns, useEdges } from "./use-edges.ts";
import { useNearEnd, useNearRows } from "./use-near-rows.ts";
import type { PageList, PartList } from "./views/view-lists.ts";

const ListBar = lazy(() => import("./list-bar.tsx"));
const SelectionBar = lazy(() => import("./selection-bar.tsx"));

export type Sort<Column extends string = string> = { column: Column; direction: "asc" | "desc" };

/** Where rows come from: a query, or pages of them. */
export type RowsQuery = {
  isFetching: boolean;
  isFetchingNextPage?: boolean;
  error: unknown;
  refetch: () => unknown;
  /** When the rows came, undefined until they have; said above the list of a page. */
  dataUpdatedAt: number | undefined;
  /** The product's sentence for a failed load; without one, the server's is shown. */
  failureMessage?: string | undefined;
};

/** The same query with the product's own sentence for its failure. */
export const failingAs = (failureMessage: string, query: RowsQuery): RowsQuery => ({
  isFetching: query.isFetching,
  isFetchingNextPage: query.isFetchingNextPage ?? false,
  error: query.error,
  refetch: query.refetch,
  dataUpdatedAt: query.dataUpdatedAt,
  failureMessage,
});

const NO_GROUPS: readonly RowGroup[] = [];

type TableSize = {
  /** Rows that stand in until the real ones are there. */
  skeletonRows?: number | undefined;
  /** Pixels, or a length as CSS spells it, after which the table scrolls within itself. */
  maxHeight?: number | string | undefined;
  /** Pixels below which it scrolls sideways, where its columns need less. */
  minWidth?: number | undefined;
  /**
   * For more rows than a page can hold: only those near to what is seen are made. They have one height and scroll
   * within the table (`maxHeight`). `total` counts also those that are not loaded yet.
   */
  windowed?: boolean | { total: number; onNearEnd: () => void };
};

export type DataTableProps<Row extends object, Actions extends object = NoActions> = {
  /** What the table is of, for those who do not see it. */
  label: string;
  /** The name under which its columns are kept as the reader arranged them; by default the label in kebab-case. */
  list?: string | undefined;
  columns: Columns<Row, Actions>;
  /** Undefined until they are known. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** How a row looks apart from the others, such as one that just changed. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** The groups of the rows in their order, each with a head of its own. */
  groups?: readonly RowGroup[] | undefined;
  /** Shows that rows are on their way, or why they did not come, with Retry. */
  query?: RowsQuery | undefined;
  /** The order the server gave the rows in, and how to ask for another. */
  sort?: (Sort & { onSort: (sort: Sort) => void }) | undefined;
  /** Instead of no rows: "none yet", or "none match" with a way to clear the filters. */
  empty: ReactNode;
  footer?: ReactNode;
  /** For a list whose rows can be selected: which are (`useSelection`), and what can be done with them. */
  selection?: { of: Selection<Row>; actions: SelectionActions<Row> } | undefined;
  size?: TableSize;
  /** Of the list of a page, its name: j and k walk its rows, and its head stays in sight while the page scrolls. */
  pageList?: PageList | undefined;
  /** Of one of several lists of a page, each with saved views of its own, its name. */
  partList?: PartList | undefined;
};

export type WithActions<Actions extends object> = {
  /** What its cells and heads need beyond their row: `tableActions(table)`. */
  actions: Actions;
};

/** The one table of the console. The server sorts and pages; the table shows, in every state. */
export function DataTable<Row extends object>(props: DataTableProps<Row>): ReactNode;
export function DataTable<Row extends object, Actions extends object>(
  props: DataTableProps<Row, Actions> & WithActions<Actions>,
): ReactNode;
export function DataTable<Row extends object, Actions extends object>({
  label,
  pageList,
  partList,
  list = pageList ?? partList ?? listName(label),
  columns: all,
  rows,
  rowKey,
  rowClass,
  groups = NO_GROUPS,
  actions,
  query,
  sort,
  empty,
  footer,
  selection,
  size: { skeletonRows = 5, maxHeight, minWidth = 0, windowed = false } = {},
}: DataTableProps<Row, Actions> & Partial<WithActions<Actions>>): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  useRowLinks(root);
  const layout = useArrangement(list);
  const arranged = useNarrowColumns<Row, Actions>({ columns: all, selecting: selection?.of, layout, label });
  const columns = arranged.shown;
  const shownIds = columns.map(columnId);
  useEdges(frame, shownIds);
  const [features] = useState(() => tableFeaturesFor(actions));
  const scrollsWithPage = Boolean(pageList) && maxHeight === undefined;
  const sorting: SortingState = sort ? [{ id: sort.column, desc: sort.direction === "desc" }] : [];
  const rowCount = rows?.length ?? 0;
  const isWindowed = windowed !== false;
  const near = useNearRows(root, rows, isWindowed);
  const addressed = useAddressedRow();
  const table = useTable({
    features,
    columns,
    data: near.rows,
    getRowId: rowKey,
    defaultColumn,
    ...(actions && { meta: actions }),
    state: { sorting },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (update) => {
      const [next] = typeof update === "function" ? update(sorting) : update;
      if (next) sort?.onSort({ column: next.id, direction: next.desc ? "desc" : "asc" });
    },
  });
  const isFetching = (query?.isFetching ?? false) && !query?.isFetchingNextPage;
  const failure = query?.error && rows === undefined ? errorDetails(query.error) : null;
  const columnCount = table.getAllLeafColumns().length;
  const { total, onNearEnd } = typeof windowed === "object" ? windowed : { total: rowCount };
  useNearEnd(near.last === rowCount ? rowCount : 0, onNearEnd);

  const widths = layout?.widths ?? NO_LAYOUT.widths;
  const leastPx = Math.max(minWidth, leastWidth(columns, widths));
  const growing = growingColumn(columns, widths);
  const keepsActions = Boolean(pageList ?? partList);
  const places = shownIds.map((_, index) => cellPlace(index, arranged, keepsActions));
  const headWidth = (index: number) => {
    const id = shownIds[index] ?? "";
    if (arranged.isNarrow && index >= arranged.boxes) return narrowWidth(columns[index]);
    return id === growing ? "auto" : widths[id];
  };
  const onResize = (id: string) => (px: number) =>
    setArrangement(list, setWidth(findArrangement(list) ?? NO_LAYOUT, measureColumns(frame.current), id, px));

  const framed = (
    <div ref={frame} className="group/table relative">
      <div
        ref={root}
        data-slot="data-table"
        // What scrolls within itself is reached by the keyboard.
        {...(scrollsWithPage ? {} : { role: "group", "aria-label": label, tabIndex: 0 })}
        style={maxHeight === undefined ? undefined : { maxHeight }}
        className={cn(
          "relative rounded-lg border bg-card",
          scrollsWithPage ? headClass(leastPx) : "overflow-auto",
        )}
      >
        {isFetching && rows !== undefined && <ProgressLine />}
        {arranged.choices.length > 1 && (
          <TableTools list={list} label={label} choices={arranged.choices} frame={frame} />
        )}
        <Table
          // Columns keep the width they were given, whatever stands in them; what is too long ends in an ellipsis.
          className="table-fixed"
          style={{ minWidth: arranged.isNarrow ? undefined : leastPx }}
          aria-label={label}
          aria-busy={(isFetching && rows === undefined) || undefined}
          aria-rowcount={isWindowed && rows ? total + 1 : undefined}
        >
          <TableHeader>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  <ColumnHead
                    key={header.id}
                    className={cn(
                      header.column.columnDef.meta?.className,
                      places[index]?.headClass,
                      index === group.headers.length - 1 && "pr-9",
                    )}
                    style={{
                      ...places[index]?.style,
                      width: headWidth(index),
                    }}
                    marks={{ "data-column": shownIds[index], ...places[index]?.marks }}
                    align={header.column.columnDef.meta?.align}
                    sorted={header.column.getIsSorted()}
                    onSort={header.column.getCanSort() ? header.column.getToggleSortingHandler() : undefined}
                    onResize={onResize(shownIds[index] ?? "")}
                  >
                    <table.FlexRender header={header} />
                  </ColumnHead>
                ))}
              </tr>
            ))}
          </TableHeader>
          <TableBody>
            {near.abovePx > 0 && <Gap height={near.abovePx} columns={columnCount} />}
            {table.getRowModel().rows.map((row, index) => (
              <Fragment key={row.id}>
                <GroupHeads groups={groups} at={near.first + index} columns={columnCount} />
                <BodyRow
                  of={row.original}
                  columns={columns}
                  actions={actions}
                  className={rowClass?.(row.original)}
                  rowIndex={isWindowed ? near.first + index + 2 : undefined}
                  isAddressed={row.id === addressed}
                  cells={() =>
                    row.getAllCells().map((cell, place) => (
                      <TableCell
                        key={cell.id}
                        className={cn(
                          cell.column.columnDef.meta?.className,
                          cell.column.columnDef.meta?.align && "num",
                          places[place]?.cellClass,
                        )}
                        style={places[place]?.style}
                      >
                        <table.FlexRender cell={cell} />
                      </TableCell>
                    ))
                  }
                />
              </Fragment>
            ))}
            {near.made === rowCount && <GroupHeads groups={groups} at={rowCount} columns={columnCount} />}
            {near.belowPx > 0 && <Gap height={near.belowPx} columns={columnCount} />}
            {near.made < near.last && (
              <Gap height={`calc(${near.last - near.made} * var(--row-h))`} columns={columnCount} />
            )}
            {rows === undefined && !failure && <SkeletonRows rows={skeletonRows} columns={columnCount} />}
          </TableBody>
        </Table>
        <div className="sticky left-0">
          {failure && query && <LoadFailure failure={failure} query={query} />}
          {rows?.length === 0 && empty}
          {footer}
        </div>
        {pageList && <RowKeys table={root} />}
      </div>
      <EdgeShadows />
    </div>
  );
  return (
    <>
      {(pageList ?? partList) && (
        <div data-print="hide" className="mb-2 min-h-7">
          <Suspense fallback={null}>
            <ListBar list={list} query={query} isAmongOthers={Boolean(partList)} />
          </Suspense>
        </div>
      )}
      {framed}
      {selection && (
        <Suspense fallback={null}>
          <SelectionBar selection={selection.of as never} actions={selection.actions as never} />
        </Suspense>
      )}
    </>
  );
}
