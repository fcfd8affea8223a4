import { type ReactNode, useMemo } from "react";
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { axisValue, chartValue } from "./chart-format.ts";
import type { Plotted, Series } from "./chart-types.ts";
import { tooltipContent } from "./tooltip-content.tsx";

type ChartPlotProps<Row> = Plotted<Row> & {
  label: string;
  /** What a bar or a point leads to. */
  onOpen?: ((row: Row, key: string) => void) | undefined;
};

const HEIGHT = 220;
const TICK = { fill: "var(--muted-foreground)", fontSize: 11 };
const Y_WIDTH = 58;
const NAMES_WIDTH = 150;
/** Of so many rows each has its name at the axis; of more as many as there is room for. */
const MOST_NAMED = 6;

/** The colour of a line is no colour for its name. */
const legendText = (text: string) => <span className="text-foreground">{text}</span>;

const fromZero = (low: number): number => Math.min(0, low);

/**
 * The drawing of a chart, which is loaded when the first one is shown. The arrow keys walk its points; what each says stands in
 * its table as well.
 */
export default function ChartPlot<Row>({
  label,
  rows,
  x,
  series,
  unit,
  limits = [],
  marks = [],
  height = HEIGHT,
  isLying = false,
  onOpen,
}: ChartPlotProps<Row>) {
  const data = useMemo(
    () =>
      rows.map((row) => ({
        x: x(row),
        ...Object.fromEntries(series.map(({ key, value }) => [key, value(row)])),
      })),
    [rows, x, series],
  );
  const names = { dataKey: "x", tick: TICK, tickLine: false, stroke: "var(--border-strong)" } as const;
  const numbers = {
    tick: TICK,
    tickLine: false,
    domain: [fromZero, "auto"] as [typeof fromZero, "auto"],
    tickFormatter: (value: number) => axisValue(value, unit),
  };
  const open = (key: string) => (_: unknown, index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row, key);
  };
  return (
    <ResponsiveContainer width="100%" height={height}>
      <ComposedChart
        data={data}
        aria-label={label}
        accessibilityLayer
        layout={isLying ? "vertical" : "horizontal"}
        margin={{ top: 12, right: 12, bottom: 0, left: 0 }}
        barGap={0}
        // What is below zero hangs from the line instead of being taken off what stands on it.
        stackOffset="sign"
        barCategoryGap="18%"
      >
        <CartesianGrid vertical={isLying} horizontal={!isLying} stroke="var(--border)" />
        {isLying ? (
          <>
            <XAxis type="number" {...numbers} />
            <YAxis type="category" width={NAMES_WIDTH} interval={0} {...names} />
          </>
        ) : (
          <>
            <XAxis {...names} {...(rows.length > MOST_NAMED ? { minTickGap: 24 } : { interval: 0 })} />
            <YAxis width={Y_WIDTH} axisLine={false} {...numbers} />
          </>
        )}
        <Tooltip
          content={tooltipContent}
          isAnimationActive={false}
          formatter={(value) => chartValue(Number(value), unit)}
          cursor={{ fill: "var(--accent)", stroke: "var(--border-strong)" }}
          contentStyle={{
            background: "var(--popover)",
            border: "1px solid var(--border)",
            borderRadius: "var(--radius)",
            fontSize: 12,
          }}
          labelStyle={{ color: "var(--popover-foreground)", fontWeight: 600 }}
          itemStyle={{ color: "var(--popover-foreground)" }}
        />
        {series.length > 1 && (
          <Legend
            itemSorter={null}
            formatter={legendText}
            iconType="plainline"
            wrapperStyle={{ fontSize: 12 }}
          />
        )}
        {series.map((each) => drawn(each, open(each.key), onOpen !== undefined))}
        {limits.map(({ value, label: text }) => (
          <ReferenceLine
            key={text}
            y={value}
            ifOverflow="extendDomain"
            stroke="var(--danger-fg)"
            strokeDasharray="4 3"
            label={{ value: text, position: "insideTopRight", fill: "var(--danger-fg)", fontSize: 11 }}
          />
        ))}
        {marks.map(({ at, label: text }) => (
          <ReferenceLine
            key={text}
            x={at}
            stroke="var(--foreground)"
            strokeDasharray="2 3"
            label={{ value: text, position: "insideTopLeft", fill: "var(--foreground)", fontSize: 11 }}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

const seriesColour = ({ colour }: { colour: number }): string => `var(--chart-${colour})`;

function drawn<Row>(
  series: Series<Row>,
  onClick: (_: unknown, index: number) => void,
  opens: boolean,
): ReactNode {
  const { key, label, as, dash, stack } = series;
  const colour = seriesColour(series);
  const same = { dataKey: key, name: label, isAnimationActive: false } as const;
  if (as === "bar")
    return (
      <Bar
        key={key}
        {...same}
        fill={colour}
        maxBarSize={48}
        {...(stack !== undefined && { stackId: stack })}
        {...(opens && { onClick, className: "cursor-pointer" })}
      />
    );
  if (as === "area")
    return (
      <Area
        key={key}
        {...same}
        type="monotone"
        fill={colour}
        fillOpacity={0.2}
        stroke={colour}
        strokeWidth={2}
      />
    );
  return (
    <Line
      key={key}
      {...same}
      type={as === "steps" ? "stepAfter" : "linear"}
      stroke={colour}
      strokeWidth={2}
      dot={false}
      activeDot={{ r: 4 }}
      connectNulls
      {...(dash !== undefined && { strokeDasharray: dash })}
    />
  );
}
