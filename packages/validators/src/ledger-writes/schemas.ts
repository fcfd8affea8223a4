import { z } from "zod";
import { MOST_LEDGER_WRITES } from "./rules.ts";

const TOO_MANY = `Choose at most ${MOST_LEDGER_WRITES.toLocaleString("en-US")} failures at once.`;

const Items = z
  .array(z.strictObject({ id: z.uuid() }))
  .min(1, "Choose at least one failure.")
  .max(MOST_LEDGER_WRITES, TOO_MANY);

/** Writes these failures to the ledger sheet again, each as a whole. */
export const RetryLedgerWrites = z.strictObject({ items: Items });
export type RetryLedgerWrites = z.infer<typeof RetryLedgerWrites>;

/** Takes these failures out of sight: they are never written. */
export const DeleteLedgerWrites = z.strictObject({ items: Items });
export type DeleteLedgerWrites = z.infer<typeof DeleteLedgerWrites>;

/** Brings these back that were deleted a moment ago. */
export const RestoreLedgerWrites = z.strictObject({ items: Items });
export type RestoreLedgerWrites = z.infer<typeof RestoreLedgerWrites>;

/** Where these stand after a retry. */
export const LedgerWriteProgress = z.strictObject({ items: Items });
export type LedgerWriteProgress = z.infer<typeof LedgerWriteProgress>;
