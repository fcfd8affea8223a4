import {
  ANALYTICS_CATEGORIES,
  type AnyFlow,
  analyticsFlow,
} from "@countinghouse/validators/bank-statistics/rules";
import type { AnalyticsRow, Figure } from "./shapes.ts";

/**
 * What went in and out in each category of the analytics, Total first. A share is what went in and out in the category
 * of what did in all of them, so that shares of the categories add up to one.
 */
export function analyticsRows(figure: (flow: AnyFlow) => Figure): AnalyticsRow[] {
  const moved = figure("Total.inflow").cents - figure("Total.outflow").cents;
  return ANALYTICS_CATEGORIES.map((category) => {
    const inflow = figure(analyticsFlow(category, "inflow"));
    const outflow = figure(analyticsFlow(category, "outflow"));
    return {
      category,
      inflow,
      outflow,
      netCents: inflow.cents + outflow.cents,
      count: inflow.count + outflow.count,
      share: moved === 0 ? null : (inflow.cents - outflow.cents) / moved,
    };
  });
}
