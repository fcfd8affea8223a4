import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { Tx } from "@countinghouse/db";
import type { UndoCounts } from "@countinghouse/validators/import/undo";
import type { Core } from "../core.ts";
import { writeKept } from "../import/undo/kept-file.ts";
import { NO_COUNTS, undoImport } from "../import/undo/undo-import.ts";
import { writeAsJob } from "../job-writes.ts";
import type { WithPorts } from "../ports.ts";
import { beginAnew, type ClaimedUndo, claimUndo, releaseUndo } from "./claim-undo.ts";
import { forgetFile, type SealedFile, sealFile } from "./sealed-files.ts";

export type UndoServices = Pick<Core, "db" | "vault" | "now" | "registration" | "log"> &
  WithPorts<"objectStorage">;

/** An undo that was paused, or taken over by another worker. */
class NotOurs extends Error {}

/** What customers were kept, as a file of the import. */
const KEPT_FILE = "not-undone.csv";

/** Sees to the undos that wait, one after the other. Any number of workers may do it at once. */
export async function workOnUndos(services: UndoServices): Promise<void> {
  for (let undo = await claimUndo(services); undo !== null; undo = await claimUndo(services)) {
    try {
      await work(services, undo);
    } catch (error) {
      if (error instanceof NotOurs) await releaseUndo(services, undo);
      else await fail(services, undo, error);
    }
  }
}

async function work(services: UndoServices, undo: ClaimedUndo): Promise<void> {
  const { db, vault, now, ports } = services;
  const { id, state } = undo;
  const isCheck = state === "CHECKING";
  // A look begins anew where it was stopped; what was undone stays counted.
  if (isCheck) await beginAnew(services, undo);
  await undoImport({
    db,
    vault,
    now,
    runId: id,
    dryRun: isCheck,
    onBatch: (tx, counts) => addCounts(tx, undo, counts),
    deleteObjects: async (keys) => {
      for (const key of keys) await ports.objectStorage.delete(key);
    },
  });
  const kept = await db.read.importCustomer.count({
    where: { runId: id, undoneAt: null, reason: { not: "" } },
  });
  const file = kept > 0 ? await keptFile(services, id) : null;
  if (await end(services, undo, kept, file)) return;
  if (file !== null) await forgetFile(services, file.id);
  throw new NotOurs();
}

/** Adds what a transaction undoes to what was before, in that transaction. Throws where the undo is not ours any more. */
async function addCounts(tx: Tx, { id, state, processId }: ClaimedUndo, counts: UndoCounts): Promise<void> {
  const updated = await tx.$executeRaw`
    UPDATE import_undo SET progress = (
      SELECT jsonb_object_agg(more.key, coalesce((progress ->> more.key)::int, 0) + more.value::int)
      FROM jsonb_each_text(${JSON.stringify(counts)}::jsonb) more)
    WHERE job_id = ${id}::uuid AND state = ${state}::"ImportUndoState" AND process_id = ${processId}::uuid`;
  if (updated === 0) throw new NotOurs();
}

/** Seals the list of the customers who were kept, as it is written. */
async function keptFile(services: UndoServices, id: string): Promise<SealedFile> {
  const stream = new PassThrough();
  const sealed = sealFile(services, stream);
  await writeKept(services.db, id, async (text) => {
    if (!stream.write(text)) await once(stream, "drain");
  });
  stream.end();
  const { partBytes: _, ...file } = await sealed;
  return file;
}

/** Writes down what would go, or what went; false where the undo is not this process's any more. */
const end = (
  services: UndoServices,
  { id, state, processId }: ClaimedUndo,
  kept: number,
  file: SealedFile | null,
): Promise<boolean> =>
  writeAsJob(services, "import", async ({ tx, now }) => {
    const isCheck = state === "CHECKING";
    const own = { jobId: id, state, processId };
    const undo = await tx.importUndo.findFirst({ where: own, select: { progress: true } });
    const counts = { ...NO_COUNTS, ...(undo?.progress as UndoCounts | null), kept };
    const { count } = await tx.importUndo.updateMany({
      where: own,
      data: isCheck
        ? { state: "CHECKED", plan: { ...counts }, processId: null }
        : { state: "DONE", report: { ...counts }, processId: null, finishedAt: now },
    });
    if (count === 0) return { result: false, audit: null };
    const former = await tx.importFile.findMany({
      where: { jobId: id, name: KEPT_FILE },
      select: { id: true },
    });
    await tx.importFilePart.deleteMany({ where: { fileId: { in: former.map((of) => of.id) } } });
    await tx.importFile.deleteMany({ where: { jobId: id, name: KEPT_FILE } });
    if (file !== null)
      await tx.importFile.create({
        data: { ...file, jobId: id, kind: "FINDINGS", name: KEPT_FILE, createdAt: now },
      });
    const events = [{ subject: { type: "import", id }, after: { would: isCheck, ...counts } }];
    return { result: true, audit: { action: "imports.undoEnd", requestId: randomUUID(), events } };
  });

/** What stopped says why, and can go on. */
async function fail(
  services: UndoServices,
  { id, state, processId }: ClaimedUndo,
  error: unknown,
): Promise<void> {
  services.log.error({ importId: id, error: String(error) }, "the undo of an import stopped");
  const why = "Something went wrong. Completed steps stay undone.";
  await writeAsJob(services, "import", async ({ tx }) => {
    const { count } = await tx.importUndo.updateMany({
      where: { jobId: id, state, processId },
      data: { state: "FAILED", error: why, processId: null },
    });
    const events = [{ subject: { type: "import", id }, after: { state: "FAILED", error: why } }];
    const audit = { action: "imports.undoEnd", requestId: randomUUID(), events } as const;
    return { result: undefined, audit: count === 0 ? null : audit };
  });
}
