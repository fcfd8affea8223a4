import { lazy, Suspense } from "react";
import type { Columns } from "./columns.ts";
import type { Selection } from "./selection.ts";

const boxes = () => import("./selection-boxes.tsx");
const SelectRow = lazy(async () => ({ default: (await boxes()).SelectRow }));
const SelectLoaded = lazy(async () => ({ default: (await boxes()).SelectLoaded }));

/** What the column of boxes is called. */
export const SELECT_COLUMN = "select";

/** The columns with the box before them by which a row is selected. */
export function withSelection<Row extends object, Actions extends object>(
  columns: Columns<Row, Actions>,
  selection: Selection<Row>,
): Columns<Row, Actions> {
  const box: Columns<Row, Actions>[number] = {
    id: SELECT_COLUMN,
    meta: { className: "w-10 overflow-visible!" },
    header: () => (
      <Suspense fallback={null}>
        <SelectLoaded selection={selection as never} />
      </Suspense>
    ),
    cell: ({ row }) => (
      <Suspense fallback={null}>
        <SelectRow selection={selection as never} row={row.original} />
      </Suspense>
    ),
  };
  return [box, ...columns];
}
