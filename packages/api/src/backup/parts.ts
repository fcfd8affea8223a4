import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import type { Envelope } from "@countinghouse/db/backup/envelope";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { z } from "zod";

/** Where backups lie: a folder or a bucket of their own. */
export type BackupPlace = Pick<ObjectStorage, "put" | "get" | "list" | "delete" | "head">;

export const partSchema = z.object({
  sizeBytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
/** What lies in the place for one part, sealed: its size and its SHA-256. */
export type Part = z.output<typeof partSchema>;

interface Sealed {
  place: BackupPlace;
  envelope: Envelope;
}

/** So much of what is compressed is held at once and makes one object. */
const PART_BYTES = 8 * 1024 * 1024;

const partName = (name: string, index: number): string => `${name}.${String(index).padStart(6, "0")}`;

/** Compresses (zstd), seals and keeps a stream under a name, in parts. Returns what was kept. */
export async function keepParts(
  { place, envelope }: Sealed,
  name: string,
  content: Readable,
): Promise<Part[]> {
  const parts: Part[] = [];
  const keep = async (bytes: Buffer) => {
    const key = partName(name, parts.length);
    const sealed = envelope.seal(key, bytes);
    await place.put(key, sealed);
    parts.push({ sizeBytes: sealed.length, sha256: createHash("sha256").update(sealed).digest("hex") });
  };
  let held: Buffer[] = [];
  let heldBytes = 0;
  // What fails in the content has to fail what reads it: pipe does not hand errors on.
  const compressed = createZstdCompress();
  content.on("error", (error) => compressed.destroy(error));
  for await (const chunk of content.pipe(compressed) as AsyncIterable<Buffer>) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < PART_BYTES) continue;
    await keep(Buffer.concat(held));
    [held, heldBytes] = [[], 0];
  }
  if (heldBytes > 0) await keep(Buffer.concat(held));
  return parts;
}

/** The content again. The stream fails in a sentence where a part is missing, was changed or is of another key. */
export function readParts(sealed: Sealed, name: string, parts: readonly Part[]): Readable {
  const opened = Readable.from(openParts(sealed, name, parts), { objectMode: false });
  const content = createZstdDecompress();
  opened.on("error", (error) => content.destroy(error));
  return opened.pipe(content);
}

async function* openParts({ place, envelope }: Sealed, name: string, parts: readonly Part[]) {
  for (const [index, { sizeBytes, sha256 }] of parts.entries()) {
    const key = partName(name, index);
    const sealed = await readObject(place, key);
    if (sealed === null) throw new Error(`${key} is missing from the backup.`);
    if (sealed.length !== sizeBytes || createHash("sha256").update(sealed).digest("hex") !== sha256)
      throw new Error(`${key} is not what was written.`);
    yield envelope.open(key, sealed);
  }
}

/** An object as a whole; null where there is none. */
export async function readObject(place: BackupPlace, key: string): Promise<Buffer | null> {
  const object = await place.get(key);
  return object && Buffer.from(await new Response(object.stream).arrayBuffer());
}
