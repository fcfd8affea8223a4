import { ArrowDownIcon, ArrowUpIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "@/lib/cn.ts";
import { TableHead } from "@/ui/table.tsx";

type ColumnHeadProps = {
  children: ReactNode;
  className?: string | undefined;
  align?: "right" | undefined;
  sorted: false | "asc" | "desc";
  /** Undefined where the column does not sort. */
  onSort: ((event: unknown) => void) | undefined;
};

/** A column's name. Where the column sorts it is a button, and the arrow of the sorted one stays in view. */
export function ColumnHead({ children, className, align, sorted, onSort }: ColumnHeadProps) {
  const Arrow = sorted === "desc" ? ArrowDownIcon : ArrowUpIcon;
  return (
    <TableHead
      aria-sort={onSort && (sorted === "asc" ? "ascending" : sorted === "desc" ? "descending" : "none")}
      className={cn(className, align === "right" && "text-right")}
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
                : "opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60",
            )}
          />
        </button>
      ) : (
        children
      )}
    </TableHead>
  );
}
