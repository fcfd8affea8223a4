import { formatCents } from "@countinghouse/validators/money";
import { CATEGORY_COLOURS, categoryNumber } from "./category-key.tsx";
import { toArcs } from "./donut.ts";
import { movedCents, percentText } from "./figures.ts";
import type { StatisticsOfWindow } from "./use-statistics.ts";

const SIZE = 320;
const CENTRE = SIZE / 2;
const RADIUS = 104;
const WIDTH = 44;
const NUMBERS_AT = RADIUS + WIDTH / 2 + 14;
/** Of 100: parts are set apart by this, and smaller ones than this many have no number of their own. */
const GAP = 0.4;
const SMALLEST_NUMBERED = 2.5;

type CategoryChartProps = { rows: StatisticsOfWindow["analytics"]; days: number };

/** How much went in and out in each category, of all that did. The table beside it says the same in words. */
export function CategoryChart({ rows, days }: CategoryChartProps) {
  const total = rows.find(({ category }) => category === "Total");
  const parts = rows.filter(({ category }) => category !== "Total");
  const arcs = toArcs(parts.map(movedCents));
  const said = parts.filter((row) => movedCents(row) > 0);
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`Money in and out by category, ${days} days: ${
        said.length === 0
          ? "none"
          : said.map(({ category, share }) => `${category} ${percentText(share ?? 0)}`).join(", ")
      }`}
      className="size-full"
    >
      <g transform={`rotate(-90 ${CENTRE} ${CENTRE})`}>
        <circle cx={CENTRE} cy={CENTRE} r={RADIUS} fill="none" strokeWidth={WIDTH} className="stroke-muted" />
        {arcs.map(({ start, length }, at) => {
          const row = parts[at];
          if (!row || length === 0) return null;
          const ring = {
            cx: CENTRE,
            cy: CENTRE,
            r: RADIUS,
            fill: "none",
            pathLength: 100,
            strokeDasharray: length === 100 ? undefined : `${Math.max(GAP, length - GAP)} 100`,
            strokeDashoffset: -start,
          };
          return (
            <g key={row.category}>
              <title>{`${row.category}: ${formatCents(movedCents(row))}, ${percentText(row.share ?? 0)}`}</title>
              <circle {...ring} strokeWidth={WIDTH + 2} className="stroke-foreground/50" />
              <circle
                {...ring}
                strokeWidth={WIDTH}
                className={CATEGORY_COLOURS[categoryNumber(row.category) - 1]?.stroke}
              />
            </g>
          );
        })}
      </g>
      {arcs.map(({ length, x, y }, at) => {
        const row = parts[at];
        if (!row || length < SMALLEST_NUMBERED) return null;
        return (
          <text
            key={row.category}
            x={CENTRE + x * NUMBERS_AT}
            y={CENTRE + y * NUMBERS_AT}
            textAnchor="middle"
            dominantBaseline="central"
            className="fill-muted-foreground text-xs font-medium"
          >
            {categoryNumber(row.category)}
          </text>
        );
      })}
      <text x={CENTRE} y={CENTRE - 10} textAnchor="middle" className="fill-muted-foreground text-xs">
        In and out, {days} days
      </text>
      <text x={CENTRE} y={CENTRE + 14} textAnchor="middle" className="fill-foreground text-lg font-semibold">
        {formatCents(total ? movedCents(total) : 0)}
      </text>
    </svg>
  );
}
