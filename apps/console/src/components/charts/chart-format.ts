import { formatCents } from "@countinghouse/validators/money";
import type { ChartUnit } from "./chart-types.ts";

const DOLLAR = 100;

const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });

/** A value in full: "$1,234.50", "12.5 %", "1,234". */
export function chartValue(value: number, unit: ChartUnit): string {
  if (unit === "cents") return formatCents(value);
  return unit === "percent" ? `${percent.format(value)} %` : value.toLocaleString("en-US");
}

/** A value as it stands at an axis: "$1.2K". */
export function axisValue(value: number, unit: ChartUnit): string {
  if (unit === "percent") return `${percent.format(value)} %`;
  const text = short.format(unit === "cents" ? Math.abs(value) / DOLLAR : Math.abs(value));
  return `${value < 0 ? "−" : ""}${unit === "cents" ? "$" : ""}${text}`;
}
