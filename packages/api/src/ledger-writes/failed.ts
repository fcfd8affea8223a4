import type { Prisma, Tx } from "@countinghouse/db";
import { DomainError } from "../errors.ts";

/** What a ledger write failure is: a message for the ledger sheet that ended in failure and was not deleted. */
export const FAILED_LEDGER_WRITES = {
  topic: "LEDGER_SHEET",
  state: "FAILED",
  deletedAt: null,
} as const satisfies Prisma.OutboxMessageWhereInput;

/** A failure that is held for the rest of the transaction. */
export interface HeldFailure {
  id: string;
  dedupeKey: string;
  attempts: number;
  lastError: string;
}

/**
 * Holds these failures: of two admins who press at once, the second waits here. Throws CONFLICT when one is no failure
 * any more.
 */
export async function holdFailures(tx: Tx, items: readonly { id: string }[]): Promise<HeldFailure[]> {
  const ids = [...new Set(items.map(({ id }) => id))];
  const held = await tx.$queryRaw<HeldFailure[]>`
    SELECT id, dedupe_key AS "dedupeKey", attempts, last_error AS "lastError" FROM outbox_message
    WHERE id = ANY(${ids}::uuid[]) AND topic = 'LEDGER_SHEET' AND state = 'FAILED' AND deleted_at IS NULL
    ORDER BY id FOR UPDATE`;
  if (held.length < ids.length) throw new DomainError("CONFLICT", gone(ids.length - held.length, ids.length));
  return held;
}

function gone(missing: number, chosen: number): string {
  if (chosen === 1) return "Someone else retried or deleted this failure.";
  return `Someone else retried or deleted ${missing} of these ${chosen} failures. Nothing was changed.`;
}
