import { randomUUID } from "node:crypto";
import type { Envelope } from "@countinghouse/db/backup/envelope";
import { withSnapshot } from "@countinghouse/db/backup/snapshot";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { Core } from "../core.ts";
import { writeAsJob } from "../job-writes.ts";
import { backUpFiles } from "./files.ts";
import { folderName, listBackups, readManifest, writeManifest } from "./manifest.ts";
import { type BackupPlace, keepParts } from "./parts.ts";

interface BackupServices extends Pick<Core, "db" | "vault" | "now"> {
  place: BackupPlace;
  envelope: Envelope;
  /** The files area; null where no setting says where it is. */
  files: Pick<ObjectStorage, "list" | "get"> | null;
  /** Of this program. */
  version: string;
  /** Where the database itself is reached. */
  url: string;
}

export interface BackupFigures {
  id: string;
  takenAt: Date;
  tables: number;
  rows: number;
  /** As it lies in the place, without the files. */
  sizeBytes: number;
  files: number;
  copiedFiles: number;
}

/**
 * Copies database and files area, sealed, into the place, and leaves an audit event. All of the database is as of one moment;
 * files are copied after it, so that each one a row names is there. One that breaks off leaves no backup behind.
 */
export async function takeBackup(services: BackupServices): Promise<BackupFigures> {
  const { place, envelope, files, version, url } = services;
  const sealed = { place, envelope };
  const [last] = (await listBackups(place)).slice(-1);
  // One of another key is no help: every file is copied anew then.
  const previous = last === undefined ? null : await readManifest(place, envelope, last).catch(() => null);
  const { id, takenAt, ...database } = await withSnapshot(url, async (snapshot) => {
    const stamp = snapshot.takenAt.toISOString().replaceAll(/[-:]|\.\d+/g, "");
    const backupId = `${stamp}-${randomUUID().slice(0, 8)}`;
    const tables = [];
    for (const table of snapshot.tables) {
      const { made, rows } = await snapshot.copy(table, (content) =>
        keepParts(sealed, `${folderName(backupId)}${table.name}`, content),
      );
      tables.push({ ...table, rows, parts: made });
    }
    const { migrations, sequences } = snapshot;
    return { id: backupId, takenAt: snapshot.takenAt, migrations, sequences, tables };
  });
  const found =
    files === null
      ? { count: 0, copied: 0, parts: [] }
      : await backUpFiles(
          sealed,
          files,
          folderName(id),
          previous && { manifest: previous, folder: folderName(previous.id) },
        );
  const content = { ...database, files: { count: found.count, parts: found.parts } };
  await writeManifest(place, envelope, { id, takenAt, version, content });
  const figures = {
    id,
    takenAt,
    tables: database.tables.length,
    rows: total(database.tables.map(({ rows }) => rows)),
    sizeBytes: total(database.tables.flatMap(({ parts }) => parts.map(({ sizeBytes }) => sizeBytes))),
    files: found.count,
    copiedFiles: found.copied,
  };
  await writeAsJob(services, "backup", async () => {
    const after = { takenAt: takenAt.toISOString(), rows: figures.rows, files: figures.files };
    const events = [{ subject: { type: "backup", id }, after }];
    return { result: null, audit: { action: "system.backUp", requestId: randomUUID(), events } };
  });
  return figures;
}

/** Deletes all but the newest backups of the database; the files they share stay. Returns how many went. */
export async function deleteOldBackups(place: BackupPlace, keep: number): Promise<number> {
  const old = (await listBackups(place)).slice(0, -keep);
  for (const id of old) {
    const keys: string[] = [];
    for await (const key of place.list(folderName(id))) keys.push(key);
    // The manifest first: what breaks off here is no backup any more.
    for (const key of keys.sort((one) => (one.endsWith("manifest.json") ? -1 : 1))) await place.delete(key);
  }
  return old.length;
}

const total = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);
