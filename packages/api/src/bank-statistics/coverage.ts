import type { AnyFlow } from "@countinghouse/validators/bank-statistics/rules";
import type { Coverage, DebtServiceCoverage, Figure } from "./shapes.ts";

/**
 * How often money in covers what debts cost in the same period (notes, 3.9). High-risk: what came in against what went
 * out for high-risk advances, payday loans and overdrafts. Universal: what came in, less the essential expenses,
 * against what went out for all debts. `moneyIn` is business revenue for the windows, all income for the overall one.
 */
export function coverageOf(
  figure: (flow: AnyFlow) => Figure,
  moneyIn: "businessRevenue" | "income",
): DebtServiceCoverage {
  const available = figure(moneyIn).cents;
  return {
    highRisk: coverage(available, figure("highRiskOutflow")),
    universal: coverage(available + figure("essentialOutflow").cents, figure("debtService")),
  };
}

function coverage(availableCents: number, outflow: Figure): Coverage {
  const serviceCents = Math.abs(outflow.cents);
  return { availableCents, serviceCents, ratio: serviceCents === 0 ? null : availableCents / serviceCents };
}
