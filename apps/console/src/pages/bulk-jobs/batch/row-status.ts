import {
  achProgress,
  type BulkItemState,
  type BulkKind,
  bulkProgress,
} from "@countinghouse/validators/bulk-jobs/rules";
import type { BadgeTone } from "@/ui/badge.tsx";

export type RowStatus = { percent: 0 | 100; tone: BadgeTone; words: string };

const TONES = { DONE: "success", FAILED: "danger", UNKNOWN: "warning", CANCELLED: "neutral" } as const;

/** How a row is shown: error, 100 % or 0 %, and of ACH active, success or exception (specification 2, section 4). */
export function rowStatus(kind: BulkKind, state: BulkItemState): RowStatus {
  const percent = bulkProgress(state) === 100 ? 100 : 0;
  const tone = state === "WAITING" || state === "CLAIMED" ? "pending" : TONES[state];
  return { percent, tone, words: statusWords(kind, state, percent) };
}

function statusWords(kind: BulkKind, state: BulkItemState, percent: number): string {
  if (state === "UNKNOWN") return "Outcome unknown";
  if (state === "CANCELLED") return "Cancelled";
  if (kind === "BULK_ACH") return achProgress(state);
  return state === "FAILED" ? "Exception" : `${percent}%`;
}

/** Whether the row has its outcome. */
export const isSettled = (state: BulkItemState): boolean =>
  state === "DONE" || state === "FAILED" || state === "CANCELLED";
