import { FUNDING_SYSTEMS, type FundingSystem } from "@countinghouse/validators/reconciliation/rules";
import type { Reconciled } from "./rules.ts";

/** A number for each system; null of one that could not be asked. */
export type PerSystem = Record<FundingSystem, number | null>;

/** What a report says in few words (specification 2, section 3). Amounts are in cents. */
export interface ReportSummary {
  /** Null while nothing is wrong, but not everything could be compared. */
  reconciliationStatus: "Match" | "Not Match" | null;
  fundedTransactionSummary: PerSystem;
  fundedAmountSummary: PerSystem;
  transactionDiscrepancySummary: {
    duplicateTransactionCounts: PerSystem;
    missingTransactionCounts: PerSystem;
  };
}

/** Sums the rows up; `silent` are the systems that did not answer at all, `isWhole` whether all of them did. */
export function summarise(
  rows: readonly Reconciled[],
  silent: readonly FundingSystem[],
  isWhole: boolean,
): ReportSummary {
  const per = (toCount: (row: Reconciled, system: FundingSystem) => number): PerSystem => {
    const [giggle, ledger, payliance] = FUNDING_SYSTEMS.map((system) =>
      silent.includes(system) ? null : rows.reduce((sum, row) => sum + toCount(row, system), 0),
    );
    return { giggle: giggle ?? null, ledger: ledger ?? null, payliance: payliance ?? null };
  };
  const own = ({ transactions }: Reconciled, system: FundingSystem) =>
    transactions.filter(({ sourceSystem }) => sourceSystem === system);
  const hasIssue = rows.some(({ status }) => status !== null && status !== "Match");
  return {
    reconciliationStatus: hasIssue ? "Not Match" : isWhole ? "Match" : null,
    fundedTransactionSummary: per((row, system) => own(row, system).length),
    fundedAmountSummary: per((row, system) =>
      own(row, system).reduce((sum, { disbursementAmountCents }) => sum + (disbursementAmountCents ?? 0), 0),
    ),
    transactionDiscrepancySummary: {
      duplicateTransactionCounts: per((row, system) => Math.max(0, own(row, system).length - 1)),
      missingTransactionCounts: per((row, system) =>
        row.compared.length > 1 && row.compared.includes(system) && own(row, system).length === 0 ? 1 : 0,
      ),
    },
  };
}
