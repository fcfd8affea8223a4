import { z } from "zod";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { DO_NOT_FUND_REASONS } from "./rules.ts";
import { DO_NOT_FUND_MESSAGES } from "./texts.ts";

/** Bans a user from funding. 'Other' has to say what it is. */
export const BanUser = z
  .strictObject({
    userId: UserId,
    doNotFund: z.literal(true),
    reason: z.enum(DO_NOT_FUND_REASONS, DO_NOT_FUND_MESSAGES.reasonMissing),
    otherReason: freeText(500).default(""),
  })
  .refine(({ reason, otherReason }) => reason !== "Other" || otherReason !== "", {
    path: ["otherReason"],
    message: DO_NOT_FUND_MESSAGES.otherMissing,
  });
export type BanUser = z.infer<typeof BanUser>;

/** Takes a ban back; flag and reason are cleared. */
export const UnbanUser = z.strictObject({ userId: UserId, doNotFund: z.literal(false) });
export type UnbanUser = z.infer<typeof UnbanUser>;

export const SetDoNotFund = z.discriminatedUnion("doNotFund", [BanUser, UnbanUser]);
export type SetDoNotFund = z.infer<typeof SetDoNotFund>;

/** The reason as it is kept and sent on: the chosen one, or what was written for 'Other'. */
export const doNotFundReasonText = ({
  reason,
  otherReason,
}: Pick<BanUser, "reason" | "otherReason">): string => (reason === "Other" ? otherReason : reason);

/** How far the CRM is with the last change of the flag. */
export const DoNotFundProgress = z.strictObject({ userId: UserId });
export type DoNotFundProgress = z.infer<typeof DoNotFundProgress>;

/** What a ban would reach. */
export const DoNotFundEffect = z.strictObject({ userId: UserId });
export type DoNotFundEffect = z.infer<typeof DoNotFundEffect>;

/** Tries a step again that the CRM refused. */
export const RetryDoNotFundStep = z.strictObject({ userId: UserId, stepId: z.uuid() });
export type RetryDoNotFundStep = z.infer<typeof RetryDoNotFundStep>;
