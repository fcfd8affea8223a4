import { z } from "zod";
import { UserId } from "../users/schemas.ts";
import { DEAL_QUEUES, MANUAL_DECLINE_REASONS } from "./rules.ts";

/** The deal that the screen showed: another one is not changed in its place. */
const DealId = z.string().regex(/^\d{1,20}$/, "This is not the id of a deal.");

export const GetDeal = z.strictObject({ userId: UserId });
export type GetDeal = z.infer<typeof GetDeal>;

/** Moves a deal into one of the queues. */
export const MoveDeal = z.strictObject({ userId: UserId, dealId: DealId, stage: z.enum(DEAL_QUEUES) });
export type MoveDeal = z.infer<typeof MoveDeal>;

/** Declines a deal by hand. */
export const DeclineDeal = z.strictObject({
  userId: UserId,
  dealId: DealId,
  reason: z.enum(MANUAL_DECLINE_REASONS, "Please choose a decline reason."),
});
export type DeclineDeal = z.infer<typeof DeclineDeal>;

/** Asks the CRM for a deal of a customer who has none. */
export const RequestDeal = z.strictObject({ userId: UserId });
export type RequestDeal = z.infer<typeof RequestDeal>;
