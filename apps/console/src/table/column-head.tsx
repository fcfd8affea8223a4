import { ArrowDownIcon, ArrowUpIcon } from "lucide-react";
import type { CSSProperties, PointerEvent, ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { TableHead } from "@/ui/table.tsx";

type ColumnHeadProps = {
  children: ReactNode;
  className?: string | undefined;
  align?: "right" | undefined;
  sorted: false | "asc" | "desc";
  /** Undefined where the column does not sort. */
  onSort: ((event: unknown) => void) | undefined;
  /** Told how wide the column was drawn, in pixels; undefined where it keeps its width. */
  onResize: ((px: number) => void) | undefined;
  style: CSSProperties | undefined;
  marks: Record<`data-${string}`, string | undefined>;
};

/** A column's name. Where the column sorts it is a button, and the arrow of the sorted one stays in view. */
export function ColumnHead({
  children,
  className,
  align,
  sorted,
  onSort,
  onResize,
  style,
  marks,
}: ColumnHeadProps) {
  const Arrow = sorted === "desc" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <TableHead
      aria-sort={onSort && (sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none")}
      className={cn("max-md:truncate", className, align === "right" && "text-right")}
      style={style}
      data-number={align === "right" ? "" : undefined}
      {...marks}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className="group/sort -mx-1 inline-flex h-6 items-center gap-1 rounded-sm px-1 hover:text-foreground"
        >
          {children}
          <Arrow
            aria-hidden
            className={cn(
              "size-3.5",
              sorted
                ? "text-foreground"
                : "opacity-0 max-md:hidden group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
            )}
          />
        </button>
      ) : (
        children
      )}
      {onResize && <Edge onResize={onResize} />}
    </TableHead>
  );
}

/** The right edge of a head, which is drawn to another width; by keys the menu of columns does that. */
function Edge({ onResize }: { onResize: (px: number) => void }) {
  const draw = (event: PointerEvent<HTMLSpanElement>) => {
    const { currentTarget: edge, pointerId, clientX } = event;
    event.preventDefault();
    edge.setPointerCapture(pointerId);
    void import("./draw-width.ts").then(({ drawWidth }) => drawWidth(edge, clientX, onResize));
  };
  return (
    <span
      aria-hidden
      data-print="hide"
      className="absolute inset-y-0 right-0 w-1.5 cursor-col-resize touch-none select-none hover:bg-border"
      onPointerDown={draw}
    />
  );
}
