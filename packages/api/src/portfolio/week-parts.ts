import type { PaymentKind } from "@countinghouse/validators/payments/kinds";
import { WEEK_PARTS, type WeekPart } from "@countinghouse/validators/portfolio/rules";
import { partOfBalance } from "../loans/ledger-parts.ts";

/** What a week is told by that entries are, named as the kept sums name it: kind, payment, line item and mode; null for others. */
export function parseWeekPart(part: string): WeekPart | null {
  const [kind = "", intentKind, lineItemType, modeOfPayment] = part.split("|");
  const balancePart = partOfBalance({
    kind,
    // The database writes the kinds there are.
    intentKind: (intentKind || null) as PaymentKind | null,
    lineItemType: lineItemType || null,
    modeOfPayment: modeOfPayment || null,
  });
  return WEEK_PARTS.find((each) => each === balancePart) ?? null;
}
