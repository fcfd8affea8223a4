import { useTable } from "@tanstack/react-table";
import { ChevronRightIcon } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import { useMedia } from "@/lib/use-media.ts";
import { Button } from "@/ui/button.tsx";
import type { Arranged } from "./arrangement.ts";
import { TextCell } from "./cells.tsx";
import { type Columns, columnHelper, tableFeaturesFor } from "./columns.ts";

const RowSheet = lazy(() => import("./row-sheet.tsx"));

/** A column that says nothing of how its cells look. */
export const plainColumn = {
  cell: ({ getValue }: { getValue: () => unknown }) => <TextCell value={getValue()} />,
  enableSorting: false,
};

/** Where a table has no room for its columns. Paper shows them all. */
const NARROW = "screen and (max-width: 767px)";
/** So many columns have room there. */
const KEY_COLUMNS = 3;

/**
 * The columns as they are shown: on a small screen the first of them, which say what a row is, and a button that opens all of the row
 * as a sheet.
 */
export function useNarrowColumns<Row extends object, Actions extends object>(
  arranged: Arranged<Columns<Row, Actions>[number]>,
  label: string,
): Arranged<Columns<Row, Actions>[number]> & { isNarrow: boolean } {
  const isSmall = useMedia(NARROW);
  return useMemo(() => {
    const { shown } = arranged;
    if (!isSmall || shown.length <= KEY_COLUMNS + 1) return { ...arranged, isNarrow: false };
    const opens = columnHelper<Row, Actions>().display({
      id: "row-sheet",
      header: () => <span className="sr-only">All of it</span>,
      meta: { className: "w-12!" },
      cell: ({ row, table }) => (
        <RowOpener row={row.original} columns={shown} label={label} actions={table.options.meta} />
      ),
    });
    return {
      ...arranged,
      shown: [...shown.slice(0, KEY_COLUMNS), opens],
      pinned: Math.min(1, arranged.pinned),
      endsInActions: true,
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
    defaultColumn: plainColumn,
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
