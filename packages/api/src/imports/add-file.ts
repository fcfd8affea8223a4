import type { Readable } from "node:stream";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import {
  isDocumentArchive,
  LARGEST_IMPORT_FILE_BYTES,
  MOST_IMPORT_BYTES_KEPT,
  MOST_IMPORT_FILES,
  NO_ROOM,
  TOO_MANY_FILES,
  whyNotImportFile,
  whyNotImportStep,
} from "@countinghouse/validators/import/job-rules";
import { z } from "zod";
import { type Actor, type AdminActor, assertAllowed } from "../actor.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { whyNotDocumentArchive } from "../import/book/document-archive.ts";
import { KIND_BYTES, whyNotTable } from "../import/reading/foreign-file.ts";
import { BOOK_LIMITS } from "../incoming-files/content.ts";
import { type WithScanner, whyInfected } from "../incoming-files/scan.ts";
import { whyNotOfficeDocument } from "../incoming-files/workbook.ts";
import { forgetFile, keptSealed, openSealed, type SealedFile, sealFile } from "./sealed-files.ts";

export {
  IMPORT_FILE_FIELD,
  IMPORT_FILES_PATH,
  IMPORT_ID_HEADER,
} from "@countinghouse/validators/import/job-rules";

/** What stands between the parts of a request, in bytes. */
const AROUND_FILES = 1_000_000;

/**
 * Whoever may not import is refused before a byte of a file is read, and so is a request that is too large or does not say how
 * large it is (NaN). Throws UNAUTHORIZED, FORBIDDEN, or INVALID.
 */
export function assertMayImport(actor: Actor, bodyBytes: number): asserts actor is AdminActor {
  if (actor.kind !== "admin") throw new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
  assertAllowed(actor, "imports.manage");
  if (!(bodyBytes <= LARGEST_IMPORT_FILE_BYTES + AROUND_FILES))
    throw new DomainError("INVALID", "This file is too large to be imported here: npm run import takes it.");
}

/** Throws LIMITED when files of imports that are not over take so much room that no more of them is taken. */
export async function assertRoomForImport({ db }: Pick<Core, "db">, bodyBytes: number): Promise<void> {
  const [kept] = await db.read.sql<{ bytes: number }>(
    {
      name: "imports.kept-bytes",
      text: `SELECT coalesce(sum(f.size_bytes), 0)::float8 AS bytes FROM import_file f JOIN import_job j ON j.id = f.job_id
             WHERE f.kind = 'UPLOADED' AND j.state NOT IN ('DONE', 'DISCARDED')`,
    },
    [],
  );
  if ((kept?.bytes ?? 0) + bodyBytes > MOST_IMPORT_BYTES_KEPT) throw new DomainError("LIMITED", NO_ROOM);
}

/** The import that a request names. Throws INVALID. */
export function parseImportId(given: unknown): string {
  const { data } = z.uuid().safeParse(given);
  if (data === undefined) throw new DomainError("INVALID", "This is not an import id.");
  return data;
}

/**
 * Keeps a file as it comes, sealed. Throws INVALID for one that is not taken, also for what is in it, and UNAVAILABLE where the
 * virus scanner does not answer; then nothing of it is kept.
 */
export async function receiveImportFile(
  services: Pick<Core, "db" | "vault" | "now" | "log"> & WithScanner,
  name: string,
  stream: Readable,
): Promise<SealedFile & { name: string }> {
  const whyNotName = whyNotImportFile({ name, sizeBytes: 1 });
  if (whyNotName !== null) {
    stream.resume();
    throw new DomainError("INVALID", whyNotName);
  }
  const { partBytes, ...file } = await sealFile(services, stream);
  try {
    const whyNot =
      whyNotImportFile({ name, sizeBytes: file.sizeBytes }) ??
      (await whyNotInside(services, { ...file, name }, partBytes));
    if (whyNot !== null) throw new DomainError("INVALID", whyNot);
    return { ...file, name };
  } catch (error) {
    await forgetFile(services, file.id);
    throw error;
  }
}

const ZIP_START = Buffer.from("PK\x03\x04", "latin1");

/** A workbook is told by how it begins, as where it is read. */
async function whyNotInside(
  services: Pick<Core, "db" | "vault" | "log"> & WithScanner,
  file: SealedFile & { name: string },
  partBytes: readonly number[],
): Promise<string | null> {
  const kept = keptSealed(services, file, partBytes);
  if (isDocumentArchive(file.name))
    return (await whyNotDocumentArchive(kept)) ?? whyInfected(services, openSealed(services, file));
  const start = await kept.read(0, KIND_BYTES);
  const isArchive = start.subarray(0, ZIP_START.length).equals(ZIP_START);
  const whyNot = isArchive ? await whyNotOfficeDocument(kept, BOOK_LIMITS) : null;
  return whyNot ?? whyNotTable(start) ?? whyInfected(services, openSealed(services, file));
}

/**
 * Adds a file that came whole to an import, which the first file makes; a plan that was made without it is none any more.
 * Throws RULE where the import takes no more files. Answers the same press with the file that it added the first time.
 */
export async function addImportFile(
  ctx: AdminCtx,
  { requestId, importId }: { requestId: string; importId: string },
  file: SealedFile & { name: string },
): Promise<{ id: string }> {
  const { id, name, sizeBytes, sha256 } = file;
  const input = { requestId, importId, name, sizeBytes, sha256: Buffer.from(sha256).toString("hex") };
  return ctx.command(
    { action: "imports.addFile", capability: "imports.manage", input },
    async ({ tx, now }) => {
      const made = { createdById: ctx.actor.id, requestedById: ctx.actor.id, createdAt: now };
      await tx.importJob.createMany({
        data: { id: importId, state: "UPLOADED", ...made },
        skipDuplicates: true,
      });
      await tx.$executeRaw`SELECT 1 FROM import_job WHERE id = ${importId}::uuid FOR UPDATE`;
      const job = await tx.importJob.findUniqueOrThrow({ where: { id: importId } });
      refuseWhen(whyNotImportStep(job.state, "addFile"));
      const files = await tx.importFile.count({ where: { jobId: importId, kind: "UPLOADED" } });
      refuseWhen(files >= MOST_IMPORT_FILES ? TOO_MANY_FILES : null);
      await tx.importFile.create({
        data: { id, jobId: importId, kind: "UPLOADED", name, sizeBytes, sha256, createdAt: now },
      });
      await tx.importJob.update({
        where: { id: importId },
        data: { state: "UPLOADED", planDigest: null, error: "" },
      });
      return {
        result: { id },
        audit: { subject: { type: "import", id: importId }, after: { ...input, requestId: undefined } },
      };
    },
  );
}
