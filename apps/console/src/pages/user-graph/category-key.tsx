import type { AnalyticsCategory } from "@countinghouse/validators/bank-statistics/rules";
import { cn } from "@/lib/cn.ts";
import { CATEGORY_COLOURS, categoryNumber } from "./category-colours.ts";

/** A category with the number and the colour that it has in the chart. */
export function CategoryKey({ category }: { category: AnalyticsCategory }) {
  const number = categoryNumber(category);
  if (number === 0) return <span className="font-semibold">{category}</span>;
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="inline-flex w-7 items-center gap-1 text-2xs text-muted-foreground">
        <span
          data-status-dot
          className={cn(
            "size-2.5 rounded-sm border border-foreground/40",
            CATEGORY_COLOURS[number - 1]?.fill,
          )}
        />
        {number}
      </span>
      {category}
    </span>
  );
}
