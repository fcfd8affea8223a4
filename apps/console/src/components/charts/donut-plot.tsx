import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from "recharts";
import { tooltipContent } from "./tooltip-content.tsx";

export interface DonutPart {
  name: string;
  value: number;
  /** What stands beside a part that is large enough. */
  mark: string;
  /** A colour of CSS. */
  fill: string;
  /** The value in full. */
  text: string;
}

const FULL = 1;
/** Of all: smaller parts have no mark. */
const SMALLEST_MARKED = 0.025;
const RADIANS = Math.PI / 180;
const BEYOND_PX = 14;

type Label = {
  cx?: number;
  cy?: number;
  midAngle?: number;
  outerRadius?: number;
  percent?: number;
  index?: number;
};

/** The drawing of a whole and its parts. What each says stands in the table beside it as well. */
export default function DonutPlot({ parts }: { parts: readonly DonutPart[] }) {
  const mark = ({ cx = 0, cy = 0, midAngle = 0, outerRadius = 0, percent = FULL, index = 0 }: Label) =>
    percent < SMALLEST_MARKED ? null : (
      <text
        x={cx + (outerRadius + BEYOND_PX) * Math.cos(-midAngle * RADIANS)}
        y={cy + (outerRadius + BEYOND_PX) * Math.sin(-midAngle * RADIANS)}
        textAnchor="middle"
        dominantBaseline="central"
        className="fill-muted-foreground text-xs font-medium"
      >
        {parts[index]?.mark}
      </text>
    );
  return (
    <ResponsiveContainer width="100%" height="100%">
      <PieChart accessibilityLayer>
        <Pie
          data={parts.map(({ name, value }) => ({ name, value }))}
          dataKey="value"
          innerRadius="52%"
          outerRadius="80%"
          startAngle={90}
          endAngle={-270}
          paddingAngle={FULL}
          stroke="var(--foreground)"
          strokeOpacity={0.5}
          isAnimationActive={false}
          label={mark}
          labelLine={false}
        >
          {parts.map(({ name, fill }) => (
            <Cell key={name} fill={fill} />
          ))}
        </Pie>
        <Tooltip
          content={tooltipContent}
          isAnimationActive={false}
          formatter={(_value, name) => parts.find((part) => part.name === name)?.text ?? ""}
          contentStyle={{ background: "var(--popover)", border: "1px solid var(--border)", fontSize: 12 }}
          itemStyle={{ color: "var(--popover-foreground)" }}
        />
      </PieChart>
    </ResponsiveContainer>
  );
}
