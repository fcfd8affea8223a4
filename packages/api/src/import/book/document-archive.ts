import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { DomainError } from "../../errors.ts";
import { type KeptBytes, keptInFile } from "../../incoming-files/kept-bytes.ts";
import { type ArchiveLimits, readEntries } from "../../incoming-files/zip-entries.ts";

export { isDocumentArchive } from "@countinghouse/validators/import/job-rules";

/** What a zip of documents may hold. What is in each of them is looked at as in any other document. */
const LIMITS: ArchiveLimits = { entries: 60_000, bytes: 4_000_000_000, ratio: 100 };

/** What archiving programs add by themselves. */
const ADDED = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$)/;

/** Why a zip of documents is not taken, or null: it is unsound, holds far too much, or nothing. All of it is read, and nothing held. */
export async function whyNotDocumentArchive(kept: KeptBytes): Promise<string | null> {
  let files = 0;
  try {
    for await (const { name, content } of readEntries(kept, LIMITS)) {
      await readOver(content);
      if (isDocument(name)) files += 1;
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === "INVALID") return error.message;
    throw error;
  }
  return files === 0 ? "There is no file in it." : null;
}

/** What is not wanted is read all the same: it stands before the next. */
async function readOver(content: AsyncGenerator<Buffer>): Promise<void> {
  for (let piece = await content.next(); !piece.done; ) piece = await content.next();
}

const isDocument = (name: string): boolean => !name.endsWith("/") && !ADDED.test(name);

/**
 * Unpacks a zip of documents into a folder, which its owner alone can read. Throws INVALID for one that is not taken, and where
 * a file of the same name is there.
 */
export async function unpackDocuments(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await using handle = await open(archive);
  const { size } = await handle.stat();
  for await (const { name, content } of readEntries(keptInFile(handle, size), LIMITS)) {
    if (isDocument(name)) await unpack(path.join(folder, name), name, content);
    else await readOver(content);
  }
}

async function unpack(file: string, name: string, content: AsyncGenerator<Buffer>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await using target = await open(file, "wx", 0o600);
    for await (const piece of content) await target.appendFile(piece);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new DomainError("INVALID", `There are two documents ${name}.`);
  }
}
