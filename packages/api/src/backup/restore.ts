import type { Envelope } from "@countinghouse/db/backup/envelope";
import { loadSnapshot } from "@countinghouse/db/backup/load";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import { restoreFiles } from "./files.ts";
import { folderName, listBackups, type Manifest, readManifest } from "./manifest.ts";
import { type BackupPlace, readParts } from "./parts.ts";

interface RestoreServices {
  place: BackupPlace;
  envelope: Envelope;
  /** Where missing files are put back; null leaves them. */
  files: Pick<ObjectStorage, "head" | "put"> | null;
  /** An empty database. */
  url: string;
}

export interface RestoreFigures {
  id: string;
  takenAt: Date;
  rows: number;
  restoredFiles: number;
}

/** The backup of this id, or the newest. Throws in a sentence where there is none. */
export async function findBackup(
  place: BackupPlace,
  envelope: Envelope,
  id: string | null,
): Promise<Manifest> {
  const found = id ?? (await listBackups(place)).at(-1);
  if (found === undefined) throw new Error("There is no backup here.");
  return readManifest(place, envelope, found);
}

/**
 * Fills an empty database with a backup. Throws in a sentence, and leaves no row behind, where the database holds anything, or
 * a part of the backup is missing or was changed. Nothing is sent from it before it was compared (docs/recovery.md).
 */
export async function restoreBackup(services: RestoreServices, manifest: Manifest): Promise<RestoreFigures> {
  const { place, envelope, files, url } = services;
  const { id, takenAt, content } = manifest;
  const folder = folderName(id);
  const parts = new Map(content.tables.map((table) => [table.name, table.parts]));
  const rows = await loadSnapshot(url, {
    ...content,
    read: ({ name }) => readParts({ place, envelope }, `${folder}${name}`, parts.get(name) ?? []),
  });
  const restoredFiles = files === null ? 0 : await restoreFiles({ place, envelope }, files, folder, manifest);
  return { id, takenAt, rows, restoredFiles };
}
