import type { Batch, BulkRow } from "@/components/batches/types.ts";

/** Rows that came to their end by themselves: those that a reset has cancelled did not. */
export const endedCount = ({ completedCount, counts }: Batch): number => completedCount - counts.cancelled;

/** What a reset has left: "64 done, 186 cancelled, 0 still running". */
export function afterReset(batch: Batch): string {
  const { cancelled, underWay, waiting } = batch.counts;
  const count = (rows: number) => rows.toLocaleString("en-US");
  return `${count(endedCount(batch))} done, ${count(cancelled)} cancelled, ${count(underWay + waiting)} still running`;
}

/** The rows that can be tried once more, and what they are called: "7 failed, 186 cancelled". */
export function retriable(rows: readonly BulkRow[]): { userIds: number[]; words: string } {
  const failed = rows.filter(({ state }) => state === "FAILED");
  const cancelled = rows.filter(({ state }) => state === "CANCELLED");
  const words = [
    failed.length > 0 && `${failed.length.toLocaleString("en-US")} failed`,
    cancelled.length > 0 && `${cancelled.length.toLocaleString("en-US")} cancelled`,
  ];
  return {
    userIds: [...failed, ...cancelled].map(({ userId }) => userId),
    words: words.filter(Boolean).join(", "),
  };
}
