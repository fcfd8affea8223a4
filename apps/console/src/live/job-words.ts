import { type BulkKind, batchProgress } from "@countinghouse/validators/bulk-jobs/rules";
import type { TrayJob } from "./feed.ts";

export const JOB_NAMES: Record<BulkKind, string> = {
  BULK_BALANCE: "Bulk balance",
  BULK_DEBIT: "Bulk debit",
  BULK_ACH: "Bulk ACH",
  AUTOMATION: "Payment automation",
  REVERT: "Batch refund",
};

/** How much has an outcome, in whole percent. 100 only when all has. */
export function percentDone(job: TrayJob): number {
  const { completed, total } = batchProgress(job);
  return total === 0 ? 100 : Math.floor((completed / total) * 100);
}

/** Whether somebody has to look at how it ended. */
export const needsLook = ({ state, counts }: TrayJob): boolean =>
  state === "CANCELLED" || counts.failed + counts.unknown > 0;

/**
 * "120 done · 8 failed": how many came to which end, without those that nobody did. What payment automation left out counts
 * as failed, as on its page.
 */
export function countsText({ kind, state, counts }: TrayJob): string {
  const leftOut = kind === "AUTOMATION" && state === "COMPLETED" ? counts.cancelled : 0;
  const ends = [
    [counts.done, "done"],
    [counts.failed + leftOut, "failed"],
    [counts.unknown, "unknown"],
    [counts.cancelled - leftOut, "cancelled"],
  ] as const;
  const said = ends.filter(([count]) => count > 0);
  return (
    said.map(([count, end]) => `${count.toLocaleString("en-US")} ${end}`).join(" · ") || "No rows processed"
  );
}

/** What is read out while it runs: something new at every tenth. Its end is told by a toast. */
export const progressText = (job: TrayJob): string =>
  `${JOB_NAMES[job.kind]} ${Math.floor(percentDone(job) / 10) * 10} %`;
