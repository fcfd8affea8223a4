import { harmlessText } from "@countinghouse/validators/harmless-text";
import type { FileTable } from "@/lib/csv.ts";
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

/** The report as it is in sight, for a file: plain numbers, dollars. */
export const funnelTable = (phases: readonly Phase[]): FileTable => [
  COLUMNS,
  ...phases.map((phase) => [
    phase.eventId,
    harmlessText(phase.eventName),
    phase.count,
    phase.convertedRatio?.toFixed(1) ?? null,
    (phase.amountValueCents / 100).toFixed(2),
    phase.dropOffCount,
    phase.rejectedCount,
    phase.stillOpenCount,
  ]),
];
