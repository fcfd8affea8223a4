import { writeAsJob } from "../job-writes.ts";
import type { ImportContext } from "./import-users.ts";

/** Writes down that an import has begun; what it makes names it. One that goes on is there already. */
export const startRun = (context: ImportContext): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    const { id, ...facts } = context.run;
    await tx.importRun.upsert({ where: { id }, create: { id, ...facts, startedAt: now }, update: {} });
    return { result: undefined, audit: null };
  });

/** Writes down that it has ended. */
export const finishRun = (context: ImportContext): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    await tx.importRun.update({ where: { id: context.run.id }, data: { finishedAt: now } });
    return { result: undefined, audit: null };
  });
