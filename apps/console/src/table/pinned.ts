import type { CSSProperties } from "react";
import type { Arranged } from "./arrangement.ts";

/** How a column stands while its table scrolls sideways. */
export type Place = {
  headClass: string | undefined;
  cellClass: string | undefined;
  style: CSSProperties | undefined;
  marks: Record<`data-${string}`, string | undefined>;
};

const SCROLLS: Place = { headClass: undefined, cellClass: undefined, style: undefined, marks: {} };

/** Of the column at `index` of what is shown. */
export function cellPlace(index: number, { shown, pinned, endsInActions }: Arranged<unknown>): Place {
  if (index < pinned)
    return {
      headClass: "z-20 group-data-unpinned/table:left-auto!",
      cellClass: "sticky z-5 bg-inherit group-data-unpinned/table:static",
      style: { left: `var(--pin-${index}, 0px)` },
      marks: { "data-pinned": "" },
    };
  if (endsInActions && index === shown.length - 1) return ACTIONS;
  return SCROLLS;
}

/** What can be done with a row stays in reach; the row in hand shows its tooltip above the next. */
const ACTIONS: Place = {
  headClass: "right-0 z-20",
  cellClass: "sticky right-0 z-2 overflow-visible! bg-inherit whitespace-normal! hover:z-3 focus-within:z-3",
  style: undefined,
  marks: { "data-actions": "" },
};
