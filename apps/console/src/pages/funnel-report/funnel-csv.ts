import { harmlessText } from "@countinghouse/validators/harmless-text";
import type { Phase } from "./funnel-columns.tsx";

const COLUMNS = [
  "Event Id",
  "Phases",
  "Count of Users",
  "Phases to Converted Ratio (%)",
  "Amount Value (USD)",
  "Drop off count",
  "Rejected count",
  "Still open count",
];

/** The report as it is in sight, as CSV: a byte order mark for spreadsheets, plain numbers, dollars. */
export function funnelCsv(phases: readonly Phase[]): string {
  const lines = phases.map((phase) => [
    phase.eventId,
    quoted(phase.eventName),
    phase.count,
    phase.convertedRatio?.toFixed(1) ?? "",
    (phase.amountValueCents / 100).toFixed(2),
    phase.dropOffCount,
    phase.rejectedCount,
    phase.stillOpenCount,
  ]);
  return `\uFEFF${[COLUMNS, ...lines].map((cells) => cells.join(",")).join("\n")}\n`;
}

const quoted = (text: string): string => `"${harmlessText(text).replaceAll('"', '""')}"`;
