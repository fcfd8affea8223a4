import type { Readable } from "node:stream";
import {
  LARGEST_IMPORT_FILE_BYTES,
  MOST_IMPORT_FILES,
  TOO_MANY_FILES,
  whyNotImportFile,
  whyNotImportStep,
} from "@countinghouse/validators/import/job-rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/messages";
import { whyNotCapable } from "@countinghouse/validators/roles";
import { z } from "zod";
import type { Actor, AdminActor } from "../actor.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { forgetFile, type SealedFile, sealFile } from "./sealed-files.ts";

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
  const whyNot = whyNotCapable(actor.role, "imports.manage");
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
  if (!(bodyBytes <= LARGEST_IMPORT_FILE_BYTES + AROUND_FILES))
    throw new DomainError("INVALID", "This file is too large to be imported here: npm run import takes it.");
}

/** The import that a request names. Throws INVALID. */
export function importIdOf(given: unknown): string {
  const { data } = z.uuid().safeParse(given);
  if (data === undefined) throw new DomainError("INVALID", "This is no id of an import.");
  return data;
}

/** Keeps a file as it comes, sealed. Throws INVALID for one that is not taken; then nothing of it is kept. */
export async function receiveImportFile(
  services: Pick<Core, "db" | "vault" | "now">,
  name: string,
  stream: Readable,
): Promise<SealedFile & { name: string }> {
  const whyNotName = whyNotImportFile({ name, sizeBytes: 1 });
  if (whyNotName !== null) {
    stream.resume();
    throw new DomainError("INVALID", whyNotName);
  }
  const file = await sealFile(services, stream);
  const whyNot = whyNotImportFile({ name, sizeBytes: file.sizeBytes });
  if (whyNot === null) return { ...file, name };
  await forgetFile(services, file.id);
  throw new DomainError("INVALID", whyNot);
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
