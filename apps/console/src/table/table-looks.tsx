import { cn } from "@/lib/cn.ts";
import { TextCell } from "./cells.tsx";

const edgeClass =
  "pointer-events-none absolute inset-y-px z-25 w-3 from-foreground/15 to-transparent opacity-0";
const LEFT_EDGE_CLASS =
  "left-(--pinned) bg-linear-to-r group-data-left/table:opacity-100 group-data-unpinned/table:left-0";
const RIGHT_EDGE_CLASS = "right-(--pinned-right) bg-linear-to-l group-data-right/table:opacity-100";

/** What scrolls in itself can not keep its head at the top of the page: a list that fits does not. */
export const HEAD_CLASS = {
  usual:
    "[--table-top:0px] max-xl:overflow-x-auto xl:[--table-top:var(--topbar-h)] group-data-wide/table:overflow-x-auto group-data-wide/table:[--table-top:0px]!",
  wide: "[--table-top:0px] max-2xl:overflow-x-auto 2xl:[--table-top:var(--topbar-h)] group-data-wide/table:overflow-x-auto group-data-wide/table:[--table-top:0px]!",
};

/** A shadow where there is more to see. */
export const EdgeShadows = () => (
  <>
    <div aria-hidden data-print="hide" data-edge="left" className={cn(edgeClass, LEFT_EDGE_CLASS)} />
    <div aria-hidden data-print="hide" data-edge="right" className={cn(edgeClass, RIGHT_EDGE_CLASS)} />
  </>
);

/** How a column shows its values that says nothing else, and that it does not sort. */
export const defaultColumn = {
  cell: ({ getValue }: { getValue: () => unknown }) => <TextCell value={getValue()} />,
  enableSorting: false,
};
