import { IMPORTS_SHOWN, type ImportSettings } from "@countinghouse/validators/import/job-rules";
import type { GetImport } from "@countinghouse/validators/import/job-schemas";
import type { ImportOutcome, JobProgress } from "@countinghouse/validators/import/outcome";
import type { UndoCounts } from "@countinghouse/validators/import/undo";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

/** The latest imports from the console, the newest first. */
export async function listImports(ctx: AdminCtx) {
  const jobs = await ctx.db.importJob.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: IMPORTS_SHOWN,
    select: {
      id: true,
      state: true,
      settings: true,
      createdAt: true,
      finishedAt: true,
      createdBy: { select: { email: true } },
      undo: { select: { state: true } },
      files: { where: { kind: "UPLOADED" }, orderBy: { createdAt: "asc" }, select: { name: true } },
    },
  });
  return jobs.map(({ settings, createdBy, files, undo, ...job }) => ({
    ...job,
    undoState: undo?.state ?? null,
    source: (settings as ImportSettings | null)?.source ?? null,
    createdBy: createdBy.email,
    files: files.map(({ name }) => name),
  }));
}

/** One import with its files, its plan and how far it is. Throws NOT_FOUND. */
export async function getImport(ctx: AdminCtx, { id }: GetImport) {
  const job = found(
    await ctx.db.importJob.findUnique({
      where: { id },
      include: {
        createdBy: { select: { email: true } },
        undo: { include: { requestedBy: { select: { email: true } } } },
        files: {
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
          select: { id: true, kind: true, name: true, sizeBytes: true },
        },
      },
    }),
    "There is no such import.",
  );
  const { settings, plan, report, progress, createdBy, planDigest, state, error, undo } = job;
  return {
    id,
    state,
    error,
    createdBy: createdBy.email,
    createdAt: job.createdAt,
    startedAt: job.startedAt,
    finishedAt: job.finishedAt,
    settings: settings as ImportSettings | null,
    plan: plan as ImportOutcome | null,
    planDigest,
    progress: progress as JobProgress | null,
    report: report as (ImportOutcome & { added: number }) | null,
    files: job.files.filter(({ kind }) => kind === "UPLOADED"),
    undo: undo && {
      state: undo.state,
      error: undo.error,
      requestedBy: undo.requestedBy.email,
      finishedAt: undo.finishedAt,
      plan: undo.plan as UndoCounts | null,
      progress: undo.progress as UndoCounts | null,
      report: undo.report as UndoCounts | null,
    },
    written: job.files.filter(({ kind }) => kind !== "UPLOADED"),
  };
}
