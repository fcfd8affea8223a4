import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { RECONCILIATION_REASONS as REASON } from "@countinghouse/validators/reconciliation/rules";
import type { FundingReconciliation } from "@countinghouse/validators/reconciliation/schemas";
import type { AdminCtx } from "../context.ts";
import type { WithPorts } from "../ports.ts";
import { type ComparedPayments, compareDays, comparePayments, withCustomers } from "./compared.ts";
import { differenceReason, type Movement } from "./funded.ts";
import type { Reconciled } from "./rules.ts";
import { summarise } from "./summary.ts";

/**
 * The fundings of the days as the product, the ledger sheet and the processors have them, compared; what is wrong first.
 * One whose outcome nobody here knows is never a Match. A system that does not answer is named, and nothing is said to be
 * missing in it. Throws UNAVAILABLE where there is nothing to compare with. Nothing is stored.
 */
export async function fundingReconciliation(
  ctx: AdminCtx<WithPorts<"ach" | "cards" | "ledgerSheet">>,
  { customDate: days }: FundingReconciliation,
) {
  const compared = await comparePayments(ctx, { days, kinds: FUNDING_MODES, canBeUnasked: false });
  const { generatedAt, unanswered, silent } = compared;
  const rows = compared.rows.map((row) => judged(row, compared));
  return {
    days,
    generatedAt,
    unanswered,
    reportSummary: summarise(rows, silent, unanswered.length === 0),
    transactions: (await withCustomers(ctx, rows)).toSorted(
      (one, other) => urgency(one) - urgency(other) || compareDays(one, other),
    ),
  };
}

function judged(row: Reconciled<Movement>, { open, reasons }: ComparedPayments) {
  const refs = row.transactions.map(({ uniqueRef }) => uniqueRef);
  const isOpen = refs.some((ref) => open.has(ref));
  const said = differenceReason(row.transactions, reasons);
  const reason = [isOpen ? REASON.openHere : null, said].filter((each) => each !== null).join(" ");
  const isUnsure = isOpen && (row.status === "Match" || row.status === null);
  return {
    ...row,
    ...(isUnsure && { status: "Mismatch" as const, odd: ["giggle" as const] }),
    reason: reason === "" ? null : reason,
  };
}

const URGENCY = [
  "Double Funded",
  "Not Found",
  "Unreadable",
  "Mismatch",
  "Duplicate in the sheet",
  null,
  "Match",
];
const urgency = ({ status }: Pick<Reconciled, "status">): number => URGENCY.indexOf(status);
