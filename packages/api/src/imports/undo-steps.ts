import { Prisma } from "@countinghouse/db";
import type { UndoImport } from "@countinghouse/validators/import/job-schemas";
import {
  NOT_IMPORTED,
  NOTHING_TO_UNDO,
  type UndoStep,
  whyNotUndoStep,
} from "@countinghouse/validators/import/undo";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";

const STATES = { check: "CHECKING", begin: "RUNNING", pause: "PAUSED", resume: "RUNNING" } as const;

/** An import is at rest: no worker brings anything of it. One that stopped on the way can be undone as well. */
const AT_REST: readonly string[] = ["DONE", "FAILED", "PAUSED", "DISCARDED"];

/**
 * Takes a step of the undo of an import: a worker looks what would go, undoes it, stops, or goes on. Throws NOT_FOUND, and RULE where
 * the step can not be taken or there is nothing to undo.
 */
export const stepUndo = (ctx: AdminCtx, input: UndoImport): Promise<{ id: string }> =>
  ctx.command({ action: "imports.undo", capability: "imports.manage", input }, async ({ tx, now }) => {
    const { id, step } = input;
    await tx.$executeRaw`SELECT 1 FROM import_job WHERE id = ${id}::uuid FOR UPDATE`;
    const job = found(
      await tx.importJob.findUnique({ where: { id }, include: { undo: true } }),
      "There is no such import.",
    );
    const before = job.undo?.state ?? null;
    refuseWhen(AT_REST.includes(job.state) ? null : NOT_IMPORTED);
    refuseWhen(whyNotUndoStep(before, step));
    const left = await tx.importCustomer.count({ where: { runId: id, undoneAt: null } });
    refuseWhen(step === "check" && left === 0 ? NOTHING_TO_UNDO : null);
    const state = STATES[step];
    const change = { state, error: "", requestedById: ctx.actor.id, ...freshProgress(step) };
    await tx.importUndo.upsert({
      where: { jobId: id },
      create: { jobId: id, createdAt: now, ...change },
      update: change,
    });
    return {
      result: { id },
      audit: { subject: { type: "import", id }, before: { state: before }, after: { step, state } },
    };
  });

/** What is begun anew forgets what was. */
function freshProgress(step: UndoStep) {
  if (step === "check")
    return { plan: Prisma.DbNull, progress: Prisma.DbNull, report: Prisma.DbNull, finishedAt: null };
  return step === "begin" ? { progress: Prisma.DbNull } : {};
}
