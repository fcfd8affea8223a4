import { z } from "zod";
import type { OutboxDraft } from "../outbox/queue.ts";

/** An application that lacks facts, and the finished decision whose evaluation says them. */
export const LookupMessage = z.object({ applicationId: z.int(), decisionId: z.int() });

/** Facts to be looked up, once under this key. */
export const lookupDraft = (dedupeKey: string, message: z.infer<typeof LookupMessage>): OutboxDraft => ({
  topic: "BACKFILL",
  dedupeKey,
  message,
});
