import { Prisma, type Tx } from "@countinghouse/db";
import {
  type ImportStep,
  NO_FILES,
  PLAN_IS_OTHER,
  whyNotAnswered,
  whyNotImportStep,
} from "@countinghouse/validators/import/job-rules";
import type { ChangeImport, PlanImport, StartImport } from "@countinghouse/validators/import/job-schemas";
import type { ImportOutcome } from "@countinghouse/validators/import/outcome";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { forgetFiles } from "./sealed-files.ts";

/** The import, held until the step is written. Throws NOT_FOUND, and RULE where the step can not be taken. */
async function lockJob(tx: Tx, id: string, step: ImportStep) {
  await tx.$executeRaw`SELECT 1 FROM import_job WHERE id = ${id}::uuid FOR UPDATE`;
  const job = found(await tx.importJob.findUnique({ where: { id } }), "There is no such import.");
  refuseWhen(whyNotImportStep(job.state, step));
  return job;
}

/** Has a worker make the plan of an import: it reads the files as the settings say, and changes nothing. */
export const planImport = (ctx: AdminCtx, input: PlanImport): Promise<{ id: string }> =>
  ctx.command({ action: "imports.plan", capability: "imports.manage", input }, async ({ tx }) => {
    const { id, settings } = input;
    await lockJob(tx, id, "plan");
    const files = await tx.importFile.count({ where: { jobId: id, kind: "UPLOADED" } });
    refuseWhen(files === 0 ? NO_FILES : null);
    await forgetFiles(tx, id, "written");
    await tx.importFile.deleteMany({ where: { jobId: id, kind: { not: "UPLOADED" } } });
    await tx.importJob.update({
      where: { id },
      data: {
        state: "PLANNING",
        settings: { ...settings },
        plan: Prisma.DbNull,
        planDigest: null,
        progress: Prisma.DbNull,
        error: "",
        requestedById: ctx.actor.id,
      },
    });
    return { result: { id }, audit: { subject: { type: "import", id }, after: { settings } } };
  });

/** Begins an import whose plan was looked at. Throws CONFLICT where the plan is another one by now. */
export const startImport = (ctx: AdminCtx, input: StartImport): Promise<{ id: string }> =>
  ctx.command({ action: "imports.start", capability: "imports.manage", input }, async ({ tx, now }) => {
    const { id, digest } = input;
    const { planDigest, plan } = await lockJob(tx, id, "start");
    refuseWhen(plan === null ? null : whyNotAnswered(plan as unknown as ImportOutcome));
    if (planDigest !== digest) throw new DomainError("CONFLICT", PLAN_IS_OTHER);
    await forgetFiles(tx, id, "written");
    await tx.importFile.deleteMany({ where: { jobId: id, kind: { not: "UPLOADED" } } });
    await tx.importJob.update({
      where: { id },
      data: {
        state: "RUNNING",
        progress: Prisma.DbNull,
        error: "",
        requestedById: ctx.actor.id,
        startedAt: now,
      },
    });
    return { result: { id }, audit: { subject: { type: "import", id }, after: { digest } } };
  });

/** Pauses an import: what was brought stays, and the worker stops after the rows that it has in hand. */
export const pauseImport = (ctx: AdminCtx, input: ChangeImport): Promise<{ id: string }> =>
  changeState(ctx, input, "pause");

/** Lets an import that was paused, or has stopped, go on: what is there already stays. */
export const resumeImport = (ctx: AdminCtx, input: ChangeImport): Promise<{ id: string }> =>
  changeState(ctx, input, "resume");

/** Gives up an import and deletes the bytes of its files. What a run of it brought before stays. */
export const discardImport = (ctx: AdminCtx, input: ChangeImport): Promise<{ id: string }> =>
  changeState(ctx, input, "discard");

const STATES = { pause: "PAUSED", resume: "RUNNING", discard: "DISCARDED" } as const;

function changeState(ctx: AdminCtx, input: ChangeImport, step: keyof typeof STATES): Promise<{ id: string }> {
  const spec = { action: `imports.${step}`, capability: "imports.manage", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { id } = input;
    const state = STATES[step];
    const before = await lockJob(tx, id, step);
    if (step === "discard") {
      await forgetFiles(tx, id, "uploaded");
      await forgetFiles(tx, id, "written");
    }
    await tx.importJob.update({
      where: { id },
      data: {
        state,
        ...(step === "resume" ? { error: "", requestedById: ctx.actor.id } : {}),
        ...(step === "discard" ? { plan: Prisma.DbNull, planDigest: null, finishedAt: now } : {}),
      },
    });
    return {
      result: { id },
      audit: { subject: { type: "import", id }, before: { state: before.state }, after: { state } },
    };
  });
}
