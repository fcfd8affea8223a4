import type { RestoreLedgerWrites } from "@countinghouse/validators/ledger-writes/schemas";
import { TOO_LATE_TO_UNDO, undoSince } from "@countinghouse/validators/undo";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";

/**
 * Brings deleted failures back into sight; they are written no sooner than somebody retries them. Returns how many. Throws
 * CONFLICT, bringing none back, when one was deleted too long ago or is back already.
 */
export function restoreLedgerWrites(ctx: AdminCtx, input: RestoreLedgerWrites & { requestId: string }) {
  const spec = { action: "ledgerWrites.restore", capability: "ledgerWrites.write", input } as const;
  const wanted = [...new Set(input.items.map(({ id }) => id))];
  return ctx.command(spec, async ({ tx, now }) => {
    const restored = await tx.$queryRaw<{ id: string }[]>`
      UPDATE outbox_message SET deleted_at = NULL
      WHERE id = ANY(${wanted}::uuid[]) AND topic = 'LEDGER_SHEET' AND state = 'FAILED' AND deleted_at >= ${undoSince(now)}
      RETURNING id::text`;
    const [first, ...rest] = restored.map(({ id }) => ({
      subject: { type: "outbox_message", id },
      before: { deleted: true },
      after: { deleted: false, state: "FAILED" },
    }));
    if (first === undefined || restored.length !== wanted.length)
      throw new DomainError("CONFLICT", TOO_LATE_TO_UNDO);
    return { result: { restored: restored.length }, audit: [first, ...rest] };
  });
}
