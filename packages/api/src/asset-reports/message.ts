import { z } from "zod";
import type { OutboxDraft } from "../outbox/queue.ts";

/** The order of a report; `refreshed` is the report to order again with today's data, null orders a first one. */
export const OrderMessage = z.object({ reportId: z.int(), refreshed: z.int().nullable() });

/** A report to be ordered, once. */
export const orderDraft = (message: z.infer<typeof OrderMessage>): OutboxDraft => ({
  topic: "ASSET_REPORT",
  dedupeKey: `asset-report:${message.reportId}`,
  message,
});
