import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { lazy, Suspense, useMemo } from "react";
import { useMedia } from "@/lib/use-media.ts";
import { type Arranged, arrange } from "./arrangement.ts";
import { type Columns, columnHelper } from "./columns.ts";
import type { Selection } from "./selection.ts";
import { SELECT_COLUMN, withSelection } from "./selection-column.tsx";

const RowOpener = lazy(() => import("./row-opener.tsx"));

/** Where a table has no room for its columns. Paper shows them all. */
const NARROW = "screen and (max-width: 767px)";
/** What can be done with a row is done in its sheet: its buttons have no room. */
const ACTIONS_COLUMN = "actions";
/** A phone of the least width has room for one column less. */
const LEAST = "screen and (max-width: 379px)";
const KEY_COLUMNS = { narrow: 3, least: 2 };

/** Returns the width of a column there: an amount has room for millions, the others share the rest. */
export const narrowWidth = (column: { meta?: { align?: "right" } } | undefined): string =>
  column?.meta?.align === "right" ? "7.5rem" : "auto";

type NarrowOf<Row extends object, Actions extends object> = {
  columns: Columns<Row, Actions>;
  selecting: Selection<Row> | undefined;
  layout: ColumnLayout | null;
  label: string;
};

type Shown<Column> = Arranged<Column> & {
  isNarrow: boolean;
  /** How many of the first columns hold a box to choose the row. */
  boxes: number;
};

/**
 * Returns the columns as their reader arranged them. A small screen shows the first columns, the first amount among
 * them, and a button that opens the whole row as a sheet.
 */
export function useNarrowColumns<Row extends object, Actions extends object>({
  columns,
  selecting,
  layout,
  label,
}: NarrowOf<Row, Actions>): Shown<Columns<Row, Actions>[number]> {
  const isSmall = useMedia(NARROW);
  const isLeast = useMedia(LEAST);
  const every = useMemo(
    () => (selecting ? withSelection(columns, selecting) : columns),
    [selecting, columns],
  );
  const arranged = useMemo(() => arrange(every, layout), [every, layout]);
  return useMemo(() => {
    const { shown } = arranged;
    const boxes = shown[0]?.id === SELECT_COLUMN ? 1 : 0;
    const keys = KEY_COLUMNS[isLeast ? "least" : "narrow"];
    if (!isSmall || shown.length <= keys + boxes + 1) return { ...arranged, boxes, isNarrow: false };
    const ofRow = shown.slice(boxes);
    const opens = columnHelper<Row, Actions>().display({
      id: "row-sheet",
      header: () => <span className="sr-only">Show all text</span>,
      meta: { className: "w-12!" },
      cell: ({ row, table }) => (
        <Suspense fallback={null}>
          <RowOpener row={row.original} columns={ofRow as never} label={label} actions={table.options.meta} />
        </Suspense>
      ),
    });
    return {
      ...arranged,
      shown: [
        ...shown.slice(0, boxes),
        ...keyColumns(
          ofRow.filter(({ id }) => id !== ACTIONS_COLUMN),
          keys,
        ),
        opens,
      ],
      pinned: Math.min(1 + boxes, arranged.pinned),
      endsInActions: true,
      boxes,
      isNarrow: true,
    };
  }, [arranged, isSmall, isLeast, label]);
}

/** Returns the first `count` columns. Where an amount comes later, it takes the place of the last of them. */
export function keyColumns<Column extends { meta?: { align?: "right" } }>(
  columns: readonly Column[],
  count: number,
): Column[] {
  const first = columns.slice(0, count);
  const isAmount = ({ meta }: Column) => meta?.align === "right";
  const amount = columns.find(isAmount);
  return amount === undefined || first.some(isAmount) ? first : [...first.slice(0, -1), amount];
}
