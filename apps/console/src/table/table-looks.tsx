import { cn } from "@/lib/cn.ts";
import { TextCell } from "./cells.tsx";

const EDGES = {
  left: {
    className: "left-(--pinned) group-data-left/table:opacity-100",
    shadowClass: "left-0 bg-linear-to-r",
  },
  right: {
    className: "right-(--pinned-right) group-data-right/table:opacity-100",
    shadowClass: "right-0 bg-linear-to-l",
  },
};

const HEAD_CLASS = {
  usual:
    "[--table-top:0px] max-xl:overflow-x-auto xl:[--table-top:var(--topbar-h)] group-data-wide/table:overflow-x-auto group-data-wide/table:[--table-top:0px]!",
  wide: "[--table-top:0px] max-2xl:overflow-x-auto 2xl:[--table-top:var(--topbar-h)] group-data-wide/table:overflow-x-auto group-data-wide/table:[--table-top:0px]!",
};

/** The room of a page at the breakpoint `xl`, beside the sidebar. */
const XL_ROOM_PX = 1_000;

/** A table that scrolls in itself cannot keep its head at the top of the page. A table that fits can. */
export const headClass = (leastPx: number): string => HEAD_CLASS[leastPx <= XL_ROOM_PX ? "usual" : "wide"];

/** A shadow where there is more to see. A number that the edge cuts is covered: a part of it would read as another. */
export const EdgeShadows = () =>
  (["left", "right"] as const).map((side) => (
    <div
      key={side}
      aria-hidden
      data-print="hide"
      data-edge={side}
      className={cn(
        "pointer-events-none absolute inset-y-px z-edge w-(--cut,0px) opacity-0",
        EDGES[side].className,
      )}
    >
      <div className="h-(--cover) bg-card" />
      <div
        className={cn("absolute inset-y-0 w-3 from-foreground/15 to-transparent", EDGES[side].shadowClass)}
      />
    </div>
  ));

/** How a column shows its values that says nothing else, and that it does not sort. */
export const defaultColumn = {
  cell: ({ getValue }: { getValue: () => unknown }) => <TextCell value={getValue()} />,
  enableSorting: false,
};
