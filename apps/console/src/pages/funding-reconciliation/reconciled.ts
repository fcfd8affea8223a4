import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import type { FundingSystem } from "@countinghouse/validators/reconciliation-rules";

export type ReconciliationReport = RouterOutputs["reconciliation"]["report"];
export type ReconciledRow = ReconciliationReport["transactions"][number];

/** What a system has of a funding. */
export const ofSystem = ({ transactions }: ReconciledRow, system: FundingSystem) =>
  transactions.filter(({ sourceSystem }) => sourceSystem === system);

/** What a system says it paid: once and how often where it is the same each time, else one by one. */
export function amountsText(own: ReturnType<typeof ofSystem>): string {
  const texts = own.map(({ disbursementAmountCents: cents }) =>
    cents === null ? "amount not told" : formatCents(cents),
  );
  if (new Set(texts).size > 1) return texts.join(" + ");
  return texts.length > 1 ? `${texts[0]} × ${texts.length}` : texts.join("");
}

/** Whether there is something to be looked at. */
export const isIssue = ({ status }: ReconciledRow): boolean => status !== null && status !== "Match";

/** What stands for a status where a funding could not be compared. */
export const NOT_COMPARED = "Not compared";

/** By how much something is more or less, with its sign. */
export const deltaText = (delta: number, textOf: (value: number) => string): string =>
  `${delta > 0 ? "+" : "−"}${textOf(Math.abs(delta))}`;

const WHOLE = new Intl.NumberFormat("en-US");

export const countText = (count: number): string => WHOLE.format(count);
