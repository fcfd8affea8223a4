import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Envelope } from "@countinghouse/db/backup/envelope";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { z } from "zod";
import { JOURNAL_FOLDER } from "../recovery/journal.ts";
import type { Manifest } from "./manifest.ts";
import { type BackupPlace, keepParts, type Part, partSchema, readParts } from "./parts.ts";

const fileSchema = z.object({ key: z.string(), sizeBytes: z.number(), parts: z.array(partSchema) });
type BackedUpFile = z.output<typeof fileSchema>;

interface Sealed {
  place: BackupPlace;
  envelope: Envelope;
}

/** Files are never changed under their key, so that all backups share one copy of each. */
const nameOfFile = (envelope: Envelope, key: string): string => `files/${envelope.hide(key)}`;
const listName = (folder: string): string => `${folder}files`;

/**
 * Copies the files that no backup has yet and lists all of them. The journal of sent payments stays out: one that is set back
 * together with the database would say that nothing was sent since, where one that is gone leads into recovery.
 */
export async function backUpFiles(
  sealed: Sealed,
  storage: Pick<ObjectStorage, "list" | "get">,
  folder: string,
  previous: { manifest: Manifest; folder: string } | null,
): Promise<{ count: number; copied: number; parts: Part[] }> {
  const known = new Map<string, BackedUpFile>();
  if (previous !== null)
    for await (const file of readFileList(sealed, previous.folder, previous.manifest))
      known.set(file.key, file);
  let count = 0;
  let copied = 0;
  async function* lines() {
    for await (const key of storage.list("")) {
      if (key.startsWith(`${JOURNAL_FOLDER}/`)) continue;
      let file = known.get(key);
      if (file === undefined) {
        const object = await storage.get(key);
        if (object === null) continue; // deleted meanwhile
        const content = Readable.fromWeb(object.stream);
        const parts = await keepParts(sealed, nameOfFile(sealed.envelope, key), content);
        file = { key, sizeBytes: object.sizeBytes, parts };
        copied++;
      }
      count++;
      yield Buffer.from(`${JSON.stringify(file)}\n`);
    }
  }
  const parts = await keepParts(sealed, listName(folder), Readable.from(lines(), { objectMode: false }));
  return { count, copied, parts };
}

/** Puts back the files that are not there; what is there stays as it is. Returns how many were put back. */
export async function restoreFiles(
  sealed: Sealed,
  storage: Pick<ObjectStorage, "head" | "put">,
  folder: string,
  manifest: Manifest,
): Promise<number> {
  let restored = 0;
  for await (const { key, sizeBytes, parts } of readFileList(sealed, folder, manifest)) {
    if ((await storage.head(key)) !== null) continue;
    const content = await buffer(readParts(sealed, nameOfFile(sealed.envelope, key), parts));
    if (content.length !== sizeBytes) throw new Error(`The file ${key} is not of the size it had.`);
    await storage.put(key, content);
    restored++;
  }
  return restored;
}

async function* readFileList(
  sealed: Sealed,
  folder: string,
  { content }: Manifest,
): AsyncGenerator<BackedUpFile> {
  let rest = "";
  const list = readParts(sealed, listName(folder), content.files.parts).setEncoding("utf8");
  for await (const text of list as AsyncIterable<string>) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield fileSchema.parse(JSON.parse(line));
  }
}
