import { formatCents } from "@countinghouse/validators/money";
import { lazy, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Failure } from "@/layout/failure.tsx";
import { CATEGORY_COLOURS, categoryNumber } from "./category-key.tsx";
import { movedCents, percentText } from "./figures.ts";
import type { StatisticsOfWindow } from "./use-statistics.ts";

const DonutPlot = lazy(() => import("@/components/charts/donut-plot.tsx"));

type CategoryChartProps = { rows: StatisticsOfWindow["analytics"]; days: number };

/** How much went in and out in each category, of all that did. The table beside it says the same in words. */
export function CategoryChart({ rows, days }: CategoryChartProps) {
  const total = rows.find(({ category }) => category === "Total");
  const said = rows.filter((row) => row.category !== "Total" && movedCents(row) > 0);
  return (
    <figure
      aria-label={`Money in and out by category, ${days} days: ${
        said.length === 0
          ? "none"
          : said.map(({ category, share }) => `${category} ${percentText(share ?? 0)}`).join(", ")
      }`}
      className="relative size-full"
    >
      <ErrorBoundary FallbackComponent={Failure}>
        <Suspense fallback={null}>
          <DonutPlot
            parts={said.map((row) => ({
              name: row.category,
              value: movedCents(row),
              mark: String(categoryNumber(row.category)),
              fill: CATEGORY_COLOURS[categoryNumber(row.category) - 1]?.colour ?? "",
              text: `${formatCents(movedCents(row))}, ${percentText(row.share ?? 0)}`,
            }))}
          />
        </Suspense>
      </ErrorBoundary>
      <p className="pointer-events-none absolute inset-0 grid place-content-center text-center">
        <span className="text-xs text-muted-foreground">In and out, {days} days</span>
        <span className="text-lg font-semibold">{formatCents(total ? movedCents(total) : 0)}</span>
      </p>
    </figure>
  );
}
