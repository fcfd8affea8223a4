import type { Envelope } from "@countinghouse/db/backup/envelope";
import { z } from "zod";
import { type BackupPlace, partSchema, readObject } from "./parts.ts";

const BACKUPS_FOLDER = "backups/";
const FORMAT = 1;

const contentSchema = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int().nonnegative(),
      parts: z.array(partSchema),
    }),
  ),
  sequences: z.array(
    z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  /** The list of files, itself an object in parts: a line of JSON each. */
  files: z.object({ count: z.number().int().nonnegative(), parts: z.array(partSchema) }),
});
export type BackupContent = z.output<typeof contentSchema>;

const headSchema = z.object({
  format: z.literal(FORMAT, "is of a newer release"),
  id: z.string(),
  takenAt: z.iso.datetime(),
  /** Of the program that took it. */
  version: z.string(),
  keyId: z.string(),
});
type BackupHead = z.output<typeof headSchema>;

/** What can be said of a backup without its key. */
const keptSchema = headSchema.extend({ sealed: z.base64() });

export interface Manifest {
  id: string;
  takenAt: Date;
  version: string;
  content: BackupContent;
}

export const folderName = (id: string): string => `${BACKUPS_FOLDER}${id}/`;
const manifestKey = (id: string): string => `${folderName(id)}manifest.json`;

/** Written last: what has no manifest is no backup. The head stands in the open, bound to the sealed content. */
export async function writeManifest(
  place: BackupPlace,
  envelope: Envelope,
  { id, takenAt, version, content }: Manifest,
): Promise<void> {
  const head: BackupHead = {
    format: FORMAT,
    id,
    takenAt: takenAt.toISOString(),
    version,
    keyId: envelope.keyId,
  };
  const sealed = envelope.seal(JSON.stringify(head), Buffer.from(JSON.stringify(content))).toString("base64");
  await place.put(manifestKey(id), Buffer.from(JSON.stringify({ ...head, sealed })));
}

/** Throws in a sentence where there is no such backup, or it can not be opened with this key. */
export async function readManifest(place: BackupPlace, envelope: Envelope, id: string): Promise<Manifest> {
  const text = await readObject(place, manifestKey(id));
  if (text === null) throw new Error(`There is no backup ${id} here.`);
  const { sealed, ...head } = keptSchema.parse(JSON.parse(text.toString()));
  if (head.keyId !== envelope.keyId)
    throw new Error(`The backup ${id} was sealed with another BACKUP_KEY, of the id ${head.keyId}.`);
  const content = envelope.open(JSON.stringify(head), Buffer.from(sealed, "base64"));
  return {
    id: head.id,
    takenAt: new Date(head.takenAt),
    version: head.version,
    content: contentSchema.parse(JSON.parse(content.toString())),
  };
}

/** The ids of the backups that are whole, the oldest first: an id begins with its time. */
export async function listBackups(place: BackupPlace): Promise<string[]> {
  const ids: string[] = [];
  for await (const key of place.list(BACKUPS_FOLDER)) {
    const [, id = "", name = ""] = key.split("/");
    if (name === "manifest.json") ids.push(id);
  }
  return ids.sort();
}
