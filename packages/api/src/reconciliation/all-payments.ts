import { PAYMENT_MODES } from "@countinghouse/validators/payments/kinds";
import type { FundingReconciliation } from "@countinghouse/validators/reconciliation/schemas";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import type { WithPorts } from "../ports.ts";
import { type JudgedPayment, judgePayment, type Known, sumTotals } from "./all-payments-rules.ts";
import { compareDays, comparePayments, withCustomers } from "./compared.ts";

/**
 * All that moved on the days, sales, debits, RCC, refunds and fundings, as the product, the ledger sheet and the processors
 * have it, compared; what is wrong first. With it stand the payments whose outcome nobody here knows, and what the
 * processor says of them. A system that does not answer is named, and nothing is said to be missing in it. Throws
 * UNAVAILABLE where there is nothing to compare with. Nothing is stored.
 */
export async function allPaymentsReconciliation(
  ctx: Ctx<Actor, WithPorts<"ach" | "cards" | "ledgerSheet">>,
  { customDate: days }: FundingReconciliation,
) {
  const { generatedAt, rows, open, reasons, unasked, unanswered, daysWithoutReport } = await comparePayments(
    ctx,
    { days, kinds: PAYMENT_MODES, canBeUnasked: true },
  );
  const known: Known = {
    isOpen: (ref) => open.has(ref),
    isUnasked: (ref) => unasked.has(ref),
    reasons,
  };
  const judged = rows.map((row) => judgePayment(row, known));
  const hasIssue = judged.some(({ status }) => status !== null && status !== "Match");
  const isWhole = unanswered.length === 0 && daysWithoutReport.length === 0 && unasked.size === 0;
  const isSilent: Parameters<typeof sumTotals>[2] = (system, rail) =>
    unanswered.some((each) => each.system === system && (each.rail === null || each.rail === rail));
  return {
    days,
    generatedAt,
    unanswered,
    /** Days of which the card processor has no report: what nobody here knows of them is not found. */
    daysWithoutReport,
    /** Null while nothing is wrong, but not everything could be compared. */
    reconciliationStatus: hasIssue ? ("Not Match" as const) : isWhole ? ("Match" as const) : null,
    totals: sumTotals(judged, known, isSilent),
    transactions: (await withCustomers(ctx, judged)).toSorted(
      (one, other) => urgency(one) - urgency(other) || compareDays(one, other),
    ),
  };
}

const URGENCY: readonly JudgedPayment["status"][] = [
  "Doubled",
  "Unknown Outcome",
  "Not Found",
  "Unreadable",
  "Mismatch",
  "Duplicate in the sheet",
  null,
  "Match",
];
const urgency = ({ status }: Pick<JudgedPayment, "status">): number => URGENCY.indexOf(status);
