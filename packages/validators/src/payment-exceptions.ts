import { z } from "zod";
import { EXCEPTION_NOTE_LENGTH, PAYMENT_EXCEPTION_TEXTS as TEXT } from "./payment-exception-rules.ts";

/** Says which payment a report is about that matched none, or whose it is where nobody ordered it here. */
export const MatchReport = z
  .strictObject({
    reportId: z.uuid(),
    paymentId: z.uuid().nullable().default(null),
    userId: z.int().positive().max(2_147_483_647).nullable().default(null),
  })
  .refine(({ paymentId, userId }) => (paymentId === null) !== (userId === null), {
    message: TEXT.matchMissing,
    path: ["paymentId"],
  });
export type MatchReport = z.infer<typeof MatchReport>;

/** Takes something that a person has seen off the list, with what they did about it. */
export const CloseException = z.strictObject({
  exceptionId: z.uuid(),
  note: z
    .string()
    .trim()
    .min(1, TEXT.noteMissing)
    .max(EXCEPTION_NOTE_LENGTH, `The note must have at most ${EXCEPTION_NOTE_LENGTH} characters.`),
});
export type CloseException = z.infer<typeof CloseException>;
