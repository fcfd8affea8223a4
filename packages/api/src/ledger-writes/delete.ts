import type { DeleteLedgerWrites } from "@countinghouse/validators/ledger-writes/schemas";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { holdFailures } from "./failed.ts";

/**
 * Takes these failures out of sight. They are kept, and are never written. Throws CONFLICT, and changes nothing, when
 * one of them is no failure any more.
 */
export function deleteLedgerWrites(ctx: AdminCtx, input: DeleteLedgerWrites & { requestId: string }) {
  const spec = { action: "ledgerWrites.delete", capability: "ledgerWrites.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const failures = await holdFailures(tx, input.items);
    const ids = failures.map(({ id }) => id);
    await tx.outboxMessage.updateMany({ where: { id: { in: ids } }, data: { deletedAt: now } });
    const [first, ...rest] = failures.map(({ id, dedupeKey, attempts, lastError }) => ({
      subject: { type: "outbox_message", id },
      before: { state: "FAILED", dedupeKey, attempts, lastError },
      after: { deletedAt: now },
    }));
    return {
      result: { deleted: ids.length },
      audit: [found(first, "No failure was chosen."), ...rest],
    };
  });
}
