import { z } from "zod";
import { VersionIfKept } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { PAYOUT_HOLD, PAYOUT_HOLD_TEXTS as TEXT } from "./rules.ts";

const Minutes = z.int(TEXT.wrong).min(0, TEXT.wrong).max(PAYOUT_HOLD.most, TEXT.wrong);

const TypedMinutes = z.string().trim().regex(/^\d+$/, TEXT.wrong).transform(Number).pipe(Minutes);

/** Sets for how long payouts and runs are held; `version` as it was read, 0 where nobody has set it. */
export const SetPayoutHold = z.strictObject({
  minutes: Minutes,
  runMinutes: Minutes,
  version: VersionIfKept,
});
export type SetPayoutHold = z.infer<typeof SetPayoutHold>;

/** The form of it: minutes as typed. */
export const payoutHoldForm = z.strictObject({ minutes: TypedMinutes, runMinutes: TypedMinutes });

/** The payouts of one customer that are held. */
export const ListHeld = z.strictObject({ userId: UserId });
export type ListHeld = z.infer<typeof ListHeld>;

/** Cancels a payout while it is held. */
export const CancelHeld = z.strictObject({ paymentId: z.uuid() });
export type CancelHeld = z.infer<typeof CancelHeld>;
