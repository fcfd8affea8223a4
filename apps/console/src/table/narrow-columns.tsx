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
/** So many columns have room there. */
const KEY_COLUMNS = 3;

type NarrowOf<Row extends object, Actions extends object> = {
  columns: Columns<Row, Actions>;
  selecting: Selection<Row> | undefined;
  layout: ColumnLayout | null;
  label: string;
};

type Shown<Column> = Arranged<Column> & {
  /** How many columns there are, those that are hidden too. */
  all: number;
  isNarrow: boolean;
  /** How many of the first columns hold a box to choose the row. */
  boxes: number;
};

/**
 * The columns as they are shown: as their reader arranged them, and on a small screen the first of them, which say what a row is, and
 * a button that opens all of the row as a sheet.
 */
export function useNarrowColumns<Row extends object, Actions extends object>({
  columns,
  selecting,
  layout,
  label,
}: NarrowOf<Row, Actions>): Shown<Columns<Row, Actions>[number]> {
  const isSmall = useMedia(NARROW);
  const every = useMemo(
    () => (selecting ? withSelection(columns, selecting) : columns),
    [selecting, columns],
  );
  const arranged = useMemo(() => ({ ...arrange(every, layout), all: every.length }), [every, layout]);
  return useMemo(() => {
    const { shown } = arranged;
    const boxes = shown[0]?.id === SELECT_COLUMN ? 1 : 0;
    const keys = KEY_COLUMNS + boxes;
    if (!isSmall || shown.length <= keys + 1) return { ...arranged, boxes, isNarrow: false };
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
      shown: [...shown.filter(({ id }) => id !== ACTIONS_COLUMN).slice(0, keys), opens],
      pinned: Math.min(1 + boxes, arranged.pinned),
      endsInActions: true,
      boxes,
      isNarrow: true,
    };
  }, [arranged, isSmall, label]);
}
