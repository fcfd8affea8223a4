import type { Prisma } from "@countinghouse/db";
import { PAYMENT_EXCEPTION_TEXTS as TEXT } from "@countinghouse/validators/payment-exceptions/rules";
import type { DeleteReport, RestoreReport } from "@countinghouse/validators/payment-exceptions/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { restoreReports } from "../payments/reports/restore.ts";

/**
 * Takes a report that could not be matched off the list, with what was done about it: it is kept, never tried again, and
 * told again by the processor it stays off. Throws CONFLICT when it is not on the list any more.
 */
export function deleteReport(ctx: AdminCtx, input: DeleteReport & { requestId: string }) {
  const spec = {
    action: "paymentExceptions.deleteReport",
    capability: "paymentExceptions.resolve",
    input,
  } as const;
  const { reportId, note } = input;
  return ctx.command(spec, async ({ tx, now }) => {
    await tx.$executeRaw`SELECT 1 FROM processor_event WHERE id = ${reportId}::uuid FOR UPDATE`;
    const report = await tx.processorEvent.findFirst({
      where: { id: reportId, appliedAt: null, deletedAt: null, OR: ON_LIST },
      select: { provider: true, reference: true, amountCents: true, problem: true },
    });
    if (report === null) throw new DomainError("CONFLICT", TEXT.notOnList);
    await tx.processorEvent.update({
      where: { id: reportId },
      data: { deletedAt: now, deletedById: ctx.actor.id, nextTryAt: null },
    });
    return {
      result: { reportId },
      audit: {
        subject: { type: "processor-report", id: reportId },
        before: { ...report, amountCents: String(report.amountCents) },
        after: { deleted: true, note },
      },
    };
  });
}

/** Brings it back onto the list. Throws CONFLICT when it was deleted too long ago. */
export const restoreReport = (ctx: AdminCtx, input: RestoreReport & { requestId: string }) =>
  restoreReports(ctx, {
    action: "paymentExceptions.restoreReport",
    capability: "paymentExceptions.resolve",
    input,
    ids: [input.reportId],
  });

/** One that is being tried just now is not taken off. */
const ON_LIST = [
  { stage: "MATCH" },
  { kind: "SETTLEMENT", stage: { in: ["AMOUNT", "STATE", "LEDGER"] } },
] as const satisfies Prisma.ProcessorEventWhereInput[];
