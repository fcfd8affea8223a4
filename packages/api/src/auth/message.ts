import { z } from "zod";
import type { OutboxDraft } from "../outbox/queue.ts";

export const EmailMessage = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  attachment: z.object({ fileName: z.string(), contentType: z.string(), base64: z.string() }).optional(),
});

/** A mail to be sent, once under this key. */
export const emailDraft = (dedupeKey: string, message: z.infer<typeof EmailMessage>): OutboxDraft => ({
  topic: "EMAIL",
  dedupeKey,
  message,
});
