import {
  ANALYTICS_CATEGORIES,
  type AnalyticsCategory,
} from "@countinghouse/validators/bank-statistics/rules";
import { cn } from "@/lib/cn.ts";

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

/** The number of a category in chart and table, from 1; 0 for the total, which is no part of the chart. */
export const categoryNumber = (category: AnalyticsCategory): number => ANALYTICS_CATEGORIES.indexOf(category);

/** The colours of the categories, in their order: no two neighbours are equally light. */
export const CATEGORY_COLOURS = [
  { fill: "bg-chart-1", colour: "var(--chart-1)" },
  { fill: "bg-chart-2", colour: "var(--chart-2)" },
  { fill: "bg-chart-3", colour: "var(--chart-3)" },
  { fill: "bg-chart-5", colour: "var(--chart-5)" },
  { fill: "bg-chart-4", colour: "var(--chart-4)" },
  { fill: "bg-chart-7", colour: "var(--chart-7)" },
  { fill: "bg-chart-8", colour: "var(--chart-8)" },
  { fill: "bg-foreground", colour: "var(--foreground)" },
  { fill: "bg-chart-6", colour: "var(--chart-6)" },
] as const;
