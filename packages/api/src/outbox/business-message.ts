import { z } from "zod";

/** What is asked of the verifier of businesses. */
export const BusinessMessage = z.discriminatedUnion("kind", [
  /** Registers the business of a user, as the press of a button named by `batchId` sent it. */
  z.object({ kind: z.literal("business.register"), userId: z.int(), batchId: z.uuid() }),
  z.object({ kind: z.literal("business.lien"), lienId: z.uuid() }),
]);
export type BusinessMessage = z.infer<typeof BusinessMessage>;
