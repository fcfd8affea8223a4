import type { BalancePart } from "@countinghouse/validators/loans/balance";
import type { BalanceSummary, DiscountFigure } from "./use-summary.ts";

export const PART_NAMES: Readonly<Record<BalancePart, string>> = {
  advanced: "Advanced, to be paid back",
  paid: "Total Received",
  returned: "Total Returned",
  adjusted: "Discounts and adjustments",
  takenBack: "Advances taken back",
};

export const DISCOUNT_NAMES: Readonly<Record<DiscountFigure, string>> = {
  savings: "Discount Savings",
  balance: "Discount Balance",
};

/** A part as it counts for the balance. */
export function partCents(summary: BalanceSummary, part: BalancePart): number {
  const { advancedCents, paidCents, returnedCents, adjustedCents, takenBackCents } = summary;
  const cents = {
    advanced: advancedCents,
    paid: -paidCents,
    returned: returnedCents,
    adjusted: -adjustedCents,
    takenBack: -takenBackCents,
  };
  // Minus nothing is nothing.
  return cents[part] === 0 ? 0 : cents[part];
}
