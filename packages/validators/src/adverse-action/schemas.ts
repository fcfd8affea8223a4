import { z } from "zod";
import { PRINCIPAL_REASONS } from "./principal-reasons.ts";
import { CHOOSE_REASON } from "./rules.ts";

const ApplicationId = z.int().min(1).max(2_147_483_647);

/** Asks what the notice of a declined application would give as its reasons. */
export const PreviewNotice = z.strictObject({ applicationId: ApplicationId });
export type PreviewNotice = z.infer<typeof PreviewNotice>;

/** Sends the notice of adverse action for a declined application, with the reason that a person chose. */
export const SendNotice = z.strictObject({
  applicationId: ApplicationId,
  reason: z.enum(PRINCIPAL_REASONS, CHOOSE_REASON).optional(),
});
export type SendNotice = z.infer<typeof SendNotice>;
