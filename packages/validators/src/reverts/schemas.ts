import { z } from "zod";
import { BatchId } from "../bulk-jobs/schemas.ts";
import { ReviewDigest } from "../confirmations/schemas.ts";
import { PAYMENT_RAILS } from "../payments/kinds.ts";
import { PASSCODE_LENGTH } from "../payments/rules.ts";
import { PasscodeText } from "../payments/schemas.ts";
import { PAYMENT_TEXTS } from "../payments/texts.ts";
import { REVERT_TEXTS } from "./rules.ts";

/** What a batch has taken, and why some of it can not be given back. */
export const PreviewRevert = z.strictObject({ batchId: BatchId });
export type PreviewRevert = z.infer<typeof PreviewRevert>;

/** Gives back what a batch has taken by one rail, as it was shown. */
export const StartRevert = z.strictObject({
  batchId: BatchId,
  rail: z.enum(PAYMENT_RAILS),
  /** How many, as typed. */
  count: z.int().min(1),
  /** Of what the server showed. */
  reviewed: ReviewDigest,
  passcode: z.string().max(PASSCODE_LENGTH.max, PAYMENT_TEXTS.passcodeTooLong),
});
export type StartRevert = z.infer<typeof StartRevert>;

/** The form of it: the count as typed, which has to be the one that is shown. */
export const revertForm = (shown: number) =>
  z.strictObject({
    count: z
      .string()
      .trim()
      .refine((typed) => typed === String(shown), REVERT_TEXTS.countWrong)
      .transform(Number),
    passcode: PasscodeText,
  });
