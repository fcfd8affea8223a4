import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { useTable } from "@tanstack/react-table";
import { ChevronRightIcon } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMedia } from "@/lib/use-media.ts";
import { Button } from "@/ui/button.tsx";
import { type Arranged, arrange } from "./arrangement.ts";
import { type Columns, columnHelper, tableFeaturesFor } from "./columns.ts";
import type { Selection } from "./selection.ts";
import { SELECT_COLUMN, withSelection } from "./selection-column.tsx";
import { defaultColumn } from "./table-looks.tsx";

const RowSheet = lazy(() => import("./row-sheet.tsx"));

/** Where a table has no room for its columns. Paper shows them all. */
const NARROW = "screen and (max-width: 767px)";
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
      header: () => <span className="sr-only">All of it</span>,
      meta: { className: "w-12!" },
      cell: ({ row, table }) => (
        <RowOpener row={row.original} columns={ofRow} label={label} actions={table.options.meta} />
      ),
    });
    return {
      ...arranged,
      shown: [...shown.slice(0, keys), opens],
      pinned: Math.min(1 + boxes, arranged.pinned),
      endsInActions: true,
      boxes,
      isNarrow: true,
    };
  }, [arranged, isSmall, label]);
}

type RowOpenerProps<Row extends object, Actions extends object> = RowFactsProps<Row, Actions> & {
  label: string;
};

function RowOpener<Row extends object, Actions extends object>({
  label,
  ...of
}: RowOpenerProps<Row, Actions>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label="Open the row"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <ChevronRightIcon aria-hidden />
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RowSheet label={label} onClose={() => setOpen(false)}>
            <RowFacts {...of} />
          </RowSheet>
        </Suspense>
      )}
    </>
  );
}

type RowFactsProps<Row extends object, Actions extends object> = {
  row: Row;
  columns: Columns<Row, Actions>;
  actions: Actions | undefined;
};

/** All columns of one row, one below the other. */
function RowFacts<Row extends object, Actions extends object>({
  row,
  columns,
  actions,
}: RowFactsProps<Row, Actions>) {
  const [features] = useState(() => tableFeaturesFor(actions));
  const data = useMemo(() => [row], [row]);
  const table = useTable({
    features,
    columns,
    data,
    defaultColumn,
    ...(actions && { meta: actions }),
  });
  const headers = table.getHeaderGroups()[0]?.headers ?? [];
  const cells = table.getRowModel().rows[0]?.getAllCells() ?? [];
  return (
    <dl>
      {cells.map((cell, index) => {
        const header = headers[index];
        return (
          <div
            key={cell.id}
            className="grid min-h-9 grid-cols-[2fr_3fr] items-center gap-3 border-b border-border/60 py-1 last:border-b-0"
          >
            <dt className="text-sm text-muted-foreground">
              {header && <table.FlexRender header={header} />}
            </dt>
            <dd className="min-w-0 break-words *:text-left">
              <table.FlexRender cell={cell} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
