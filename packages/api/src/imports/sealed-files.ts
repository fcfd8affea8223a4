import { createHash, randomUUID } from "node:crypto";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { Tx } from "@countinghouse/db";
import type { SealedPlace } from "@countinghouse/db/vault";
import { LARGEST_IMPORT_FILE_BYTES } from "@countinghouse/validators/import/job-rules";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import type { KeptBytes } from "../incoming-files/kept-bytes.ts";
import { writeAsJob } from "../job-writes.ts";

type Services = Pick<Core, "db" | "vault" | "now">;

/** The bytes of a file that are kept, sealed, in parts. */
export interface SealedFile {
  id: string;
  sizeBytes: number;
  sha256: Uint8Array<ArrayBuffer>;
}

const PART_BYTES = 512 * 1024;

const sealedPlace = (fileId: string, sequence: number): SealedPlace => ({
  table: "import_file_part",
  column: "sealed",
  rowId: `${fileId}:${sequence}`,
});

/**
 * Keeps what comes, sealed part by part, in memory that does not grow with it. Of more than an import takes only the size is
 * told. What throws on the way leaves nothing behind. `partBytes` are the sizes of its parts.
 */
export async function sealFile(
  services: Services,
  stream: Readable,
): Promise<SealedFile & { partBytes: number[] }> {
  const id = randomUUID();
  const hash = createHash("sha256");
  let sizeBytes = 0;
  const partBytes: number[] = [];
  let held: Buffer[] = [];
  let heldBytes = 0;
  const flush = async () => {
    if (heldBytes === 0) return;
    await addPart(services, id, partBytes.length, Buffer.concat(held));
    partBytes.push(heldBytes);
    held = [];
    heldBytes = 0;
  };
  try {
    for await (const piece of stream) {
      const bytes: Buffer = piece;
      sizeBytes += bytes.length;
      // The rest is read over: a browser hears no answer while it sends.
      if (sizeBytes > LARGEST_IMPORT_FILE_BYTES) continue;
      hash.update(bytes);
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes >= PART_BYTES) await flush();
    }
    await flush();
  } catch (error) {
    await forgetFile(services, id);
    throw error;
  }
  return { id, sizeBytes, sha256: Uint8Array.from(hash.digest()), partBytes };
}

const addPart = (services: Services, fileId: string, sequence: number, bytes: Buffer): Promise<void> =>
  writeAsJob(services, "import", async ({ tx, now }) => {
    const sealed = services.vault.seal(sealedPlace(fileId, sequence), bytes.toString("base64"));
    await tx.importFilePart.create({ data: { fileId, sequence, sealed, createdAt: now } });
    return { result: undefined, audit: null };
  });

/** Deletes the bytes of a file that no import has. */
export const forgetFile = (services: Services, fileId: string): Promise<void> =>
  writeAsJob(services, "import", async ({ tx }) => {
    await tx.importFilePart.deleteMany({ where: { fileId } });
    return { result: undefined, audit: null };
  });

/** Deletes the bytes of the files of an import: those that were uploaded, or those that it wrote. */
export async function forgetFiles(tx: Tx, jobId: string, which: "uploaded" | "written"): Promise<void> {
  const kind = which === "uploaded" ? ("UPLOADED" as const) : { in: ["REFUSED", "FINDINGS"] as const };
  const files = await tx.importFile.findMany({
    where: { jobId, kind: typeof kind === "string" ? kind : { in: [...kind.in] } },
    select: { id: true },
  });
  await tx.importFilePart.deleteMany({ where: { fileId: { in: files.map(({ id }) => id) } } });
}

/** The bytes of a file, part by part. Throws RULE where they were deleted. */
export async function* openSealed(
  { db, vault }: Omit<Services, "now">,
  file: SealedFile,
): AsyncGenerator<Buffer> {
  let sizeBytes = 0;
  for (let sequence = 0; sizeBytes < file.sizeBytes; sequence++) {
    const bytes = await openPart({ db, vault }, file.id, sequence);
    sizeBytes += bytes.length;
    yield bytes;
  }
}

async function openPart(
  { db, vault }: Omit<Services, "now">,
  fileId: string,
  sequence: number,
): Promise<Buffer> {
  const part = await db.read.importFilePart.findUnique({ where: { fileId_sequence: { fileId, sequence } } });
  if (part === null) throw new DomainError("RULE", "The files of this import were deleted.");
  return Buffer.from(vault.open(sealedPlace(fileId, sequence), part.sealed), "base64");
}

/** A sealed file that can be read at any place: the part that was read last is held, and no other. */
export function keptSealed(
  services: Omit<Services, "now">,
  { id, sizeBytes }: SealedFile,
  partBytes: readonly number[],
): KeptBytes {
  let held: { sequence: number; bytes: Buffer } | null = null;
  const partAt = async (sequence: number): Promise<Buffer> => {
    if (held?.sequence !== sequence) held = { sequence, bytes: await openPart(services, id, sequence) };
    return held.bytes;
  };
  return {
    sizeBytes,
    read: async (at, length) => {
      const pieces: Buffer[] = [];
      let begin = 0;
      for (const [sequence, size] of partBytes.entries()) {
        const [from, to] = [Math.max(at, begin), Math.min(at + length, begin + size)];
        if (from < to) pieces.push((await partAt(sequence)).subarray(from - begin, to - begin));
        begin += size;
      }
      return Buffer.concat(pieces);
    },
  };
}

/** Writes a file out, readable by its owner alone. */
export async function unsealInto(
  services: Omit<Services, "now">,
  file: SealedFile,
  path: string,
): Promise<void> {
  await using handle = await open(path, "wx", 0o600);
  for await (const bytes of openSealed(services, file)) await handle.appendFile(bytes);
}
