import { MOST_RETRIES } from "@countinghouse/validators/chargebacks/rules";
import { TOO_LATE_TO_UNDO, undoSince } from "@countinghouse/validators/undo";
import type { AdminCtx } from "../../context.ts";
import { DomainError } from "../../errors.ts";

interface Restored {
  action: "chargebacks.restore" | "paymentExceptions.restoreReport";
  capability: "chargebacks.process" | "paymentExceptions.resolve";
  input: { requestId: string };
  ids: readonly string[];
}

/**
 * Restores deleted reports to their list, where they wait as before. Reports that may be retried are due at once. Returns their
 * number. Throws CONFLICT and restores none when one was deleted too long ago or is restored already.
 */
export function restoreReports(ctx: AdminCtx, { action, capability, input, ids }: Restored) {
  const wanted = [...new Set(ids)];
  return ctx.command({ action, capability, input }, async ({ tx, now }) => {
    const restored = await tx.$queryRaw<{ id: string }[]>`
      UPDATE processor_event SET deleted_at = NULL, deleted_by_id = NULL,
        next_try_at = CASE WHEN attempts < ${MOST_RETRIES} THEN ${now}::timestamptz END
      WHERE id = ANY(${wanted}::uuid[]) AND applied_at IS NULL AND deleted_at >= ${undoSince(now)}
      RETURNING id::text`;
    const [first, ...rest] = restored.map(({ id }) => ({
      subject: { type: "processor-report", id },
      before: { deleted: true },
      after: { deleted: false },
    }));
    if (first === undefined || restored.length !== wanted.length)
      throw new DomainError("CONFLICT", TOO_LATE_TO_UNDO);
    return { result: { restored: restored.length }, audit: [first, ...rest] };
  });
}
