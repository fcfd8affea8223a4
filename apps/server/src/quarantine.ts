import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type KeptBytes, keptInFile } from "@countinghouse/api/incoming-files/kept-bytes";
import { isTextual } from "@countinghouse/api/uploads/rules";
import { fileTypeFromFile } from "file-type";

/** A file that has arrived completely and is not checked yet. */
export interface Quarantined {
  /** The full size, also of a file that is too large to store. */
  sizeBytes: number;
  sha256: string;
  /** The kind by its first bytes, as an extension; null when unknown. */
  sniffed: string | null;
  isText: boolean;
  open: () => Readable;
  kept: KeptBytes;
  /** Closes the file, which deletes it. */
  release: () => Promise<void>;
}

/**
 * Stores a file while it arrives, in constant memory, and detects its kind. The file loses its name on disk, so nothing is left of it when
 * the process dies. A file larger than `mostBytes` is only measured.
 */
export async function quarantine(stream: Readable, mostBytes: number): Promise<Quarantined> {
  const path = join(tmpdir(), `countinghouse-upload-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    const { isPage, ...facts } = await keep(stream, file, mostBytes);
    const sniffed = facts.sizeBytes > mostBytes ? null : ((await sniff(path)) ?? (isPage ? "html" : null));
    await rm(path);
    return {
      ...facts,
      sniffed,
      open: () => file.createReadStream({ start: 0, autoClose: false }),
      kept: keptInFile(file, Math.min(facts.sizeBytes, mostBytes)),
      release: () => file.close(),
    };
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

async function keep(stream: Readable, file: FileHandle, mostBytes: number) {
  const hash = createHash("sha256");
  let sizeBytes = 0;
  let isText = true;
  let isPage = false;
  for await (const piece of stream) {
    const bytes: Buffer = piece;
    sizeBytes += bytes.length;
    if (sizeBytes > mostBytes) continue;
    if (sizeBytes === bytes.length) isPage = beginsAsPage(bytes);
    hash.update(bytes);
    isText &&= isTextual(bytes);
    await file.appendFile(bytes);
  }
  return { sizeBytes, sha256: hash.digest("hex"), isText, isPage };
}

/** Returns true for the first bytes of a web page, which is plain text to other checks. */
const beginsAsPage = (bytes: Buffer): boolean =>
  /^[\s\ufeff]*<(!doctype|!--|html|head|body|script|svg|iframe|style)\b/i.test(
    bytes.toString("utf8", 0, 200),
  );

/** Returns the kind of a file; null when it is unknown or the file breaks its own format. */
async function sniff(path: string): Promise<string | null> {
  try {
    return (await fileTypeFromFile(path))?.ext ?? null;
  } catch {
    return null;
  }
}
