import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { writeKept } from "@countinghouse/api/import/undo/kept-file";
import { type UndoContext, undoImport, undoSentence } from "@countinghouse/api/import/undo/undo-import";
import type { CommandCall } from "./command.ts";
import { count } from "./count.ts";
import { readStorage } from "./database-env.ts";

/** Undoes an import in the name of a SUPERADMIN, or reports what it would undo. A file lists the customers who stay, with the reason. */
export async function undoFromHere(
  { env, out }: CommandCall,
  services: Pick<UndoContext, "db" | "vault" | "now">,
  { runId, email, dryRun }: { runId: string; email: string; dryRun: boolean },
): Promise<void> {
  const { db } = services;
  const admin = await db.read.admin.findUnique({
    where: { email: email.toLowerCase() },
    select: { role: true },
  });
  if (admin?.role !== "SUPERADMIN")
    throw new Error("Name the SUPERADMIN who undoes the import: --email=ADDRESS.");
  const run = await db.read.importRun.findUnique({ where: { id: runId }, select: { file: true } });
  if (run === null) throw new Error("There is no import with this id.");
  const storage = readStorage(env);
  const counts = await undoImport({
    ...services,
    runId,
    dryRun,
    by: email.toLowerCase(),
    ...(storage === null
      ? {}
      : {
          deleteObjects: async (keys) => {
            for (const key of keys) await storage.delete(key);
          },
        }),
  });
  out(
    `${dryRun ? "An undo would have this effect" : "The import was undone"}. ${run.file}: ${undoSentence(counts)}.`,
  );
  if (counts.kept === 0) return;
  const file = path.resolve(env.INIT_CWD ?? "", `${runId}.not-undone.csv`);
  await rm(file, { force: true });
  await writeKept(db, runId, (text) => appendFile(file, text, { mode: 0o600 }));
  const kept = counts.kept === 1 ? "1 customer stays" : `${count(counts.kept)} customers stay`;
  out(`${kept}. The reasons are in ${file}`);
}
