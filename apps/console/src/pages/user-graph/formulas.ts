import {
  analyticsFlow,
  DIRECTIONS,
  FLOW_LABELS,
  type Flow,
  type StatisticsWindow,
} from "@countinghouse/validators/bank-statistics/rules";
import { formatCents } from "@countinghouse/validators/money";
import { countText, movedCents, percentText, ratioText } from "./figures.ts";
import { type AverageName, type CoverageName, type FlowId, type FormulaId, flowLabel } from "./number-ids.ts";
import type { Statistics as Report, StatisticsOfWindow } from "./use-statistics.ts";

/** What numbers are worked out of. */
type Statistics = Pick<Report, "windows" | "overall" | "averages">;

export const NO_DEBT_SERVICE = "No debt service";
export const NOT_COVERED = "Not enough bank data";

export type FormulaLine = {
  label: string;
  text: string;
  /** The sum of transactions that the line is, where it is one. */
  opens?: FlowId;
};

export type Formula = {
  lines: FormulaLine[];
  /** What is done with the lines, in words. */
  rule: string;
  result: string;
};

/** How a number is worked out, with the amounts of this report; null when the report has none of it. */
export function findFormula(statistics: Statistics, id: FormulaId): Formula | null {
  switch (id.kind) {
    case "average":
      return averageFormula(statistics, id.average);
    case "share":
      return shareFormula(statistics, id);
    case "net":
    case "tally":
    case "part":
      return sidesFormula(statistics, id);
    default:
      return coverageFormula(statistics, id.coverage, id.period);
  }
}

function averageFormula({ averages }: Statistics, name: AverageName): Formula | null {
  if (averages === null) return null;
  const { flow, period, sumCents, divisor, cents, months } = averages[name];
  const counted = months.length === 0 ? "" : ` The months that count: ${months.join(", ")}.`;
  return {
    lines: [
      { label: FLOW_LABELS[flow], text: formatCents(sumCents), opens: { kind: "flow", flow, period } },
      { label: "Divided by", text: String(divisor) },
    ],
    rule: `The sum divided by ${divisor}, rounded to the cent.${counted}`,
    result: cents === null ? NOT_COVERED : formatCents(cents),
  };
}

function shareFormula(
  { windows }: Statistics,
  { category, period }: Extract<FormulaId, { kind: "share" }>,
): Formula | null {
  const window = windows.find(({ days }) => days === period);
  const share = window?.revenueShares[category] ?? null;
  if (!window) return null;
  return {
    lines: [line(window, category), line(window, "businessRevenue")],
    rule: "The category divided by all business revenue.",
    result: share === null ? "No business revenue" : percentText(share),
  };
}

function sidesFormula(
  { windows }: Statistics,
  { kind, category, period }: Extract<FormulaId, { kind: "net" | "tally" | "part" }>,
): Formula | null {
  const window = windows.find(({ days }) => days === period);
  const row = window?.analytics.find((each) => each.category === category);
  const total = window?.analytics.find((each) => each.category === "Total");
  if (!row || !total) return null;
  const lines = DIRECTIONS.map(
    (direction): FormulaLine => ({
      label: flowLabel(analyticsFlow(category, direction)),
      text: kind === "tally" ? countText(row[direction].count) : formatCents(row[direction].cents),
      opens: { kind: "flow", flow: analyticsFlow(category, direction), period },
    }),
  );
  if (kind === "net") {
    return {
      lines,
      rule: "Inflow and outflow added together.",
      result: formatCents(row.netCents),
    };
  }
  if (kind === "tally") {
    return { lines, rule: "Number of inflow and outflow transactions.", result: countText(row.count) };
  }
  return {
    lines: [
      ...lines,
      { label: "Inflow and outflow of all categories", text: formatCents(movedCents(total)) },
    ],
    rule: "Inflow and outflow of the category, divided by those of all categories.",
    result: row.share === null ? "No transactions" : percentText(row.share),
  };
}

function coverageFormula(
  { windows, overall }: Statistics,
  name: CoverageName,
  period: StatisticsWindow | "overall",
): Formula | null {
  const window = windows.find(({ days }) => days === (period === "overall" ? 90 : period));
  const coverage = period === "overall" ? overall?.[name] : window?.coverage[name];
  if (!window || !coverage) return null;
  const income: Flow = period === "overall" ? "income" : "businessRevenue";
  const service: Flow = name === "highRisk" ? "highRiskOutflow" : "debtService";
  const isNet = name === "universal";
  return {
    lines: [
      line(window, income),
      ...(isNet ? [line(window, "essentialOutflow")] : []),
      { label: "Available", text: formatCents(coverage.availableCents) },
      line(window, service),
    ],
    rule: isNet
      ? "Inflow less essential outflow, divided by debt payments."
      : "Inflow divided by high-risk debt payments.",
    result: coverage.ratio === null ? NO_DEBT_SERVICE : ratioText(coverage.ratio),
  };
}

const line = (window: StatisticsOfWindow, flow: Flow): FormulaLine => ({
  label: FLOW_LABELS[flow],
  text: formatCents(window.flows[flow].cents),
  opens: { kind: "flow", flow, period: window.days },
});
