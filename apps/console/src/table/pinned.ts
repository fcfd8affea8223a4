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

/**
 * Of the column at `index` of what is shown. Actions stay at the right only where `keepsActions`: there they cover what
 * scrolls under them.
 */
export function cellPlace(
  index: number,
  { shown, keys, pinned, endsInActions }: Arranged<unknown>,
  keepsActions: boolean,
): Place {
  if (index < pinned)
    return {
      ...(index < keys ? KEY : FURTHER),
      style: { left: `var(--pin-${index}, 0px)` },
      marks: { "data-pinned": index < keys ? "key" : "further" },
    };
  if (endsInActions && index === shown.length - 1) return keepsActions ? ACTIONS : FREE_ACTIONS;
  return SCROLLS;
}

/** Columns that name the row stay while anything does. */
const KEY = {
  headClass: "z-head-pinned group-data-[unpinned=all]/table:left-auto!",
  cellClass: "sticky z-pinned bg-inherit group-data-[unpinned=all]/table:static",
};

/** Columns that a reader pins let go first. */
const FURTHER = {
  headClass: "z-head-pinned group-data-unpinned/table:left-auto! group-data-unpinned/table:z-head",
  cellClass: "sticky z-pinned bg-inherit group-data-unpinned/table:static",
};

/** The row in hand shows the tooltip of its actions above the next row. */
const FREE_ACTIONS: Place = {
  ...SCROLLS,
  cellClass:
    "relative z-actions overflow-visible! whitespace-normal! hover:z-actions-open focus-within:z-actions-open",
};

/** The actions of a row stay in view in a long list. */
const ACTIONS: Place = {
  headClass: "right-0 z-head-pinned group-data-loose/table:right-auto!",
  cellClass:
    "sticky right-0 z-actions overflow-visible! bg-inherit whitespace-normal! group-data-loose/table:relative hover:z-actions-open focus-within:z-actions-open",
  style: undefined,
  marks: { "data-actions": "" },
};
