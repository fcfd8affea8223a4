import { z } from "zod";

/** Sends the notice of adverse action for a declined application. */
export const SendNotice = z.strictObject({ applicationId: z.int().min(1).max(2_147_483_647) });
export type SendNotice = z.infer<typeof SendNotice>;
