import { z } from "zod";
import { RowId, RowVersion } from "../paging.ts";
import { UserId } from "../users/schemas.ts";

/** How long an application may be worked on before it expires. */
export const APPLICATION_DAYS = 30;

export const APPLICATION_RESTARTED = "Application restarted successfully!";

/** Restarts a user's application: the one that was read, in the version that was read. */
export const RestartApplication = z.strictObject({
  userId: UserId,
  applicationId: RowId,
  version: RowVersion,
});
export type RestartApplication = z.infer<typeof RestartApplication>;
