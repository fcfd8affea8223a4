import { z } from "zod";
import type { OutboxDraft } from "../outbox/queue.ts";

/** What is asked of the verifier of businesses. */
export const BusinessMessage = z.discriminatedUnion("kind", [
  /** Registers the business of a user, as the press of a button named by `batchId` sent it. */
  z.object({ kind: z.literal("business.register"), userId: z.int(), batchId: z.uuid() }),
  /** Files a lien. `confirmedSentAt` is when the filing before was sent, of which a person knew that nothing is known. */
  z.object({
    kind: z.literal("business.lien"),
    lienId: z.uuid(),
    confirmedSentAt: z.iso.datetime().nullable().default(null),
  }),
  z.object({ kind: z.literal("business.lienTermination"), vendorId: z.string() }),
  /** Terminates a lien of our own. */
  z.object({ kind: z.literal("business.ownLienTermination"), lienId: z.uuid() }),
]);
export type BusinessMessage = z.infer<typeof BusinessMessage>;

/** What is to be asked of the verifier, once under this key. */
export const businessDraft = (dedupeKey: string, message: BusinessMessage): OutboxDraft => ({
  topic: "BUSINESS",
  dedupeKey,
  message,
});
