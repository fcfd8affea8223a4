import { z } from "zod";
import { BatchId, BulkCursor } from "./schemas.ts";

/** The batch whose rows are shown, and the place after the last row that is known of it. */
const WatchedBatch = z.strictObject({ batchId: BatchId, after: BulkCursor.nullable() });

/**
 * What one window wants to be told of bulk jobs: those that run, and the rows of one batch as they change. A window that
 * connects again says how far it was told.
 */
export const FollowBulkJobs = z.strictObject({
  watched: WatchedBatch.nullable(),
  lastEventId: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/)
    .nullish(),
});
export type FollowBulkJobs = z.infer<typeof FollowBulkJobs>;

/** The name of a place in a batch, as a stream gives it to what it tells. */
export const formatEventId = ({ change, position }: BulkCursor): string => `${change}.${position}`;

/** The place that a name made by `formatEventId` means. */
export function parseEventId(eventId: string): BulkCursor {
  const [change = 0, position = 0] = eventId.split(".").map(Number);
  return { change, position };
}
