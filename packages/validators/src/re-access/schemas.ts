import { z } from "zod";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { RE_ACCESS_REASON } from "./rules.ts";

/** Asks for a link into the customer portal as this user, and says why. */
export const CreateReAccess = z.strictObject({ userId: UserId, reason: requiredText(RE_ACCESS_REASON, 500) });
export type CreateReAccess = z.infer<typeof CreateReAccess>;

/** A link that was opened, by its id. */
export const GetReAccess = z.strictObject({ id: z.uuid() });
export type GetReAccess = z.infer<typeof GetReAccess>;

/** What the portal sends to redeem a link: the code that it was opened with. */
export const RedeemReAccess = z.object({ code: z.string().min(1).max(200) });
export type RedeemReAccess = z.infer<typeof RedeemReAccess>;
