import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type KeptBytes, keptInFile } from "@countinghouse/api/incoming-files/kept-bytes";
import { isTextual } from "@countinghouse/api/uploads/rules";
import { fileTypeFromFile } from "file-type";

/** A file that has come whole and that nobody has looked into yet. */
export interface Quarantined {
  /** All that came, also of a file that is too large to be kept. */
  sizeBytes: number;
  sha256: string;
  /** The kind its first bytes say it is, as an extension; null when they say nothing. */
  sniffed: string | null;
  isText: boolean;
  open: () => Readable;
  kept: KeptBytes;
  /** Lets go of it: then it is gone. */
  release: () => Promise<void>;
}

/**
 * Takes a file in as it comes, in constant memory, and says what it is. On disk it has no name: nothing of it is left
 * when the process dies. Of one larger than `mostBytes` only the size is kept.
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

/** Whether these are the first bytes of a web page, which is text all through. */
const beginsAsPage = (bytes: Buffer): boolean =>
  /^[\s\ufeff]*<(!doctype|!--|html|head|body|script|svg|iframe|style)\b/i.test(
    bytes.toString("utf8", 0, 200),
  );

/** A file that breaks its own format is of no kind. */
async function sniff(path: string): Promise<string | null> {
  try {
    return (await fileTypeFromFile(path))?.ext ?? null;
  } catch {
    return null;
  }
}
