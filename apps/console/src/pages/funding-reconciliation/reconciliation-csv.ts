import { harmlessText } from "@countinghouse/validators/harmless-text";
import { FUNDING_SYSTEM_NAMES, FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation-rules";
import { NOT_COMPARED, ofSystem, type ReconciledRow } from "./reconciled.ts";

const COLUMNS = [
  "User Id",
  "Renewal Id",
  "User Name",
  "Status",
  ...FUNDING_SYSTEMS.flatMap((system) =>
    ["Count", "Payment Type", "Unique Ref", "Funded Date", "Disbursement Amount (USD)"].map(
      (name) => `${FUNDING_SYSTEM_NAMES[system]} ${name}`,
    ),
  ),
  "Difference (USD)",
];

/** The rows in sight as CSV: a byte order mark for spreadsheets, dollars, and what a system has twice in one cell. */
export function reconciliationCsv(rows: readonly ReconciledRow[]): string {
  const lines = rows.map((row) => [
    row.userId ?? "",
    row.renewalId ?? "",
    quoted(row.userName),
    row.status ?? NOT_COMPARED,
    ...FUNDING_SYSTEMS.flatMap((system) => {
      const own = ofSystem(row, system);
      const joined = (tell: (each: (typeof own)[number]) => string) => own.map(tell).join("; ");
      return [
        row.compared.includes(system) ? own.length : "",
        quoted(joined(({ paymentType }) => paymentType ?? "")),
        quoted(joined(({ uniqueRef }) => uniqueRef)),
        quoted(joined(({ fundedDate }) => fundedDate ?? "")),
        `"${joined(({ disbursementAmountCents: cents }) => (cents === null ? "" : dollars(cents)))}"`,
      ];
    }),
    dollars(row.deltaCents),
  ]);
  return `\uFEFF${[COLUMNS, ...lines].map((cells) => cells.join(",")).join("\n")}\n`;
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);

const quoted = (text: string): string => `"${harmlessText(text).replaceAll('"', '""')}"`;
