import { writeAsJob } from "../job-writes.ts";
import type { ImportContext } from "./import-users.ts";

/** Writes down that an import has begun; what it makes names it. */
export const startRun = (context: ImportContext): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    await tx.importRun.create({ data: { ...context.run, startedAt: now } });
    return { result: undefined, audit: null };
  });

/** Writes down that it has ended. */
export const finishRun = (context: ImportContext): Promise<void> =>
  writeAsJob(context, "import", async ({ tx, now }) => {
    await tx.importRun.update({ where: { id: context.run.id }, data: { finishedAt: now } });
    return { result: undefined, audit: null };
  });
