import { z } from "zod";
import { requiredText } from "../text.ts";
import { RECOVERY_TEXTS } from "./rules.ts";

/** Writes again what the journal of sent payments has and the database has not. */
export const BookRecovery = z.strictObject({});
export type BookRecovery = z.infer<typeof BookRecovery>;

/** Says of one payment that can not be booked what was done about it; the word is typed so that none is passed over. */
export const ConfirmRefused = z.strictObject({
  /** The key the processor knows it by. */
  key: requiredText("Key", 200),
  word: z
    .string()
    .trim()
    .refine((word) => word === RECOVERY_TEXTS.confirmWord, RECOVERY_TEXTS.typeConfirm),
  note: requiredText("What was done", 500),
});
export type ConfirmRefused = z.infer<typeof ConfirmRefused>;

/** Lets payments go out again; the word is typed so that nobody does it by a slip. */
export const ReleaseRecovery = z.strictObject({
  word: z
    .string()
    .trim()
    .refine((word) => word === RECOVERY_TEXTS.releaseWord, RECOVERY_TEXTS.typeWord),
  reason: requiredText("Reason", 500),
});
export type ReleaseRecovery = z.infer<typeof ReleaseRecovery>;

/** Says that the server's clock was ahead and is right now. */
export const SettleClock = z.strictObject({ reason: requiredText("Reason", 500) });
export type SettleClock = z.infer<typeof SettleClock>;
