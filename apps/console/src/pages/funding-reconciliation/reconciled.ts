import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { FUNDING_SYSTEMS, type FundingSystem } from "@countinghouse/validators/reconciliation/rules";

export type ReconciliationReport = RouterOutputs["reconciliation"]["report"];
export type AllPaymentsReport = RouterOutputs["reconciliation"]["allPayments"];
export type ReconciledFunding = ReconciliationReport["transactions"][number];
export type ReconciledPayment = AllPaymentsReport["transactions"][number];

/** One line of either report. */
export type ReconciledRow = ReconciledFunding | ReconciledPayment;
export type RowStatus = NonNullable<ReconciledRow["status"]>;

/** What a payment is, in a few words; null of a funding, which the report says by its name. */
export function paymentText(row: ReconciledRow): string | null {
  if (!("kind" in row)) return null;
  return `${row.kind ?? "Unknown here"} · money ${row.direction}`;
}

/** What a system has of a funding or a payment. */
export const ofSystem = ({ transactions }: ReconciledRow, system: FundingSystem) =>
  transactions.filter(({ sourceSystem }) => sourceSystem === system);

/** The systems of which at least one part answered. */
export function answeredSystems(unanswered: ReconciliationReport["unanswered"]): FundingSystem[] {
  const parts = { giggle: 1, ledger: 1, payliance: 2 };
  return FUNDING_SYSTEMS.filter(
    (name) => unanswered.filter(({ system }) => system === name).length < parts[name],
  );
}

/** What a system says it paid: once and how often where it is the same each time, else one by one. */
export function amountsText(own: ReturnType<typeof ofSystem>): string {
  const texts = own.map(({ disbursementAmountCents: cents }) =>
    cents === null ? "amount not reported" : formatCents(cents),
  );
  if (new Set(texts).size > 1) return texts.join(" + ");
  return texts.length > 1 ? `${texts[0]} × ${texts.length}` : texts.join("");
}

/** Whether there is something to be looked at. */
export const isIssue = ({ status }: ReconciledRow): boolean => status !== null && status !== "Match";

/** What stands for a status where a funding could not be compared. */
export const NOT_COMPARED = "Not compared";

/** By how much something is more or less, with its sign. */
export const deltaText = (delta: number, toText: (value: number) => string): string =>
  `${delta > 0 ? "+" : "−"}${toText(Math.abs(delta))}`;

const WHOLE = new Intl.NumberFormat("en-US");

export const countText = (count: number): string => WHOLE.format(count);
