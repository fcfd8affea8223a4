import type { Tx } from "@countinghouse/db";
import type { DeleteUnprocessed, RestoreUnprocessed } from "@countinghouse/validators/chargebacks/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { restoreReports } from "../payments/reports/restore.ts";

const CHANGED = "Some of these were processed, deleted or are being retried. Reload and select them again.";

/**
 * Takes reports off the list of those that could not be applied: they are kept, never tried again, and told again by the
 * processor they stay off. Returns how many. Throws RULE without any, and CONFLICT, taking none, when one of them is not on
 * the list any more.
 */
export function deleteUnprocessed(ctx: AdminCtx, input: DeleteUnprocessed & { requestId: string }) {
  const spec = { action: "chargebacks.delete", capability: "chargebacks.process", input } as const;
  const ids = [...new Set([...input.achReturnIds, ...input.cardChargebackIds])];
  return ctx.command(spec, async ({ tx, now }) => {
    const reports = await lockReports(tx, ids);
    const cards = new Set(input.cardChargebackIds);
    const isMixedUp = reports.some(({ id, provider }) => cards.has(id) !== (provider === "tabapay"));
    if (reports.length !== ids.length || isMixedUp) throw new DomainError("CONFLICT", CHANGED);
    await tx.processorEvent.updateMany({
      where: { id: { in: ids } },
      data: { deletedAt: now, deletedById: ctx.actor.id, nextTryAt: null },
    });
    const [first, ...rest] = reports.map(({ id, provider, reference, amountCents, problem, attempts }) => ({
      subject: { type: "processor-report", id },
      before: { provider, reference, amountCents: String(amountCents), problem, attempts },
      after: { deleted: true },
    }));
    if (first === undefined) throw new DomainError("RULE", "Select at least one row.");
    return { result: { deleted: ids.length }, audit: [first, ...rest] };
  });
}

/** Brings them back onto the list. Throws CONFLICT, bringing none back, when one was deleted too long ago. */
export const restoreUnprocessed = (ctx: AdminCtx, input: RestoreUnprocessed & { requestId: string }) =>
  restoreReports(ctx, {
    action: "chargebacks.restore",
    capability: "chargebacks.process",
    input,
    ids: input.ids,
  });

/** Those of them that stand on the list, locked; one that is being tried just now is not. */
async function lockReports(tx: Tx, ids: string[]) {
  await tx.$executeRaw`SELECT 1 FROM processor_event WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  return tx.processorEvent.findMany({
    where: {
      id: { in: ids },
      AND: [{ stage: { not: null } }, { stage: { not: "RETRY" } }],
      appliedAt: null,
      deletedAt: null,
    },
    orderBy: { id: "asc" },
    select: { id: true, provider: true, reference: true, amountCents: true, problem: true, attempts: true },
  });
}
