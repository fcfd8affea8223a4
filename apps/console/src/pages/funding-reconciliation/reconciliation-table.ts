import { harmlessText } from "@countinghouse/validators/harmless-text";
import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import type { FileTable } from "@/lib/csv.ts";
import {
  NOT_COMPARED,
  ofSystem,
  type ReconciledFunding,
  type ReconciledPayment,
  type ReconciledRow,
} from "./reconciled.ts";

const csvColumns = (own: readonly string[], date: string, amount: string): string[] => [
  "User Id",
  "Renewal Id",
  "User Name",
  "Status",
  ...own,
  ...FUNDING_SYSTEMS.flatMap((system) =>
    ["Count", "Payment Type", "Unique Ref", date, amount].map(
      (name) => `${FUNDING_SYSTEM_NAMES[system]} ${name}`,
    ),
  ),
  "Difference (USD)",
];

/** The fundings in sight for a file: dollars, and what a system has twice in one cell. */
export const reconciliationTable = (rows: readonly ReconciledFunding[]): FileTable =>
  fileTable(csvColumns([], "Funded Date", "Disbursement Amount (USD)"), rows, () => []);

/** The payments in sight in the same way, each with what it is and what is known of why the systems differ. */
export const allPaymentsTable = (rows: readonly ReconciledPayment[]): FileTable =>
  fileTable(
    csvColumns(["Payment Id", "Kind", "Direction", "Reason"], "Date", "Amount (USD)"),
    rows,
    ({ paymentId, kind, direction, reason }) => [paymentId, kind, direction, harmlessText(reason ?? "")],
  );

function fileTable<Row extends ReconciledRow>(
  columns: readonly string[],
  rows: readonly Row[],
  toOwnCells: (row: Row) => (string | null)[],
): FileTable {
  const lines = rows.map((row) => [
    row.userId,
    row.renewalId,
    harmlessText(row.userName),
    row.status ?? NOT_COMPARED,
    ...toOwnCells(row),
    ...FUNDING_SYSTEMS.flatMap((system) => {
      const own = ofSystem(row, system);
      const joined = (tell: (each: (typeof own)[number]) => string) => own.map(tell).join("; ");
      return [
        row.compared.includes(system) ? own.length : null,
        harmlessText(joined(({ paymentType }) => paymentType ?? "")),
        harmlessText(joined(({ uniqueRef }) => uniqueRef)),
        harmlessText(joined(({ fundedDate }) => fundedDate ?? "")),
        joined(({ disbursementAmountCents: cents }) => (cents === null ? "" : dollars(cents))),
      ];
    }),
    dollars(row.deltaCents),
  ]);
  return [columns, ...lines];
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);
