import { createHash } from "node:crypto";
import { open, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Tx } from "@countinghouse/db";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { BookRow } from "@countinghouse/validators/import/rows";
import type { Core } from "../../core.ts";
import { whyNotContent } from "../../incoming-files/content.ts";
import { keptInFile } from "../../incoming-files/kept-bytes.ts";
import { type WithScanner, whyInfected } from "../../incoming-files/scan.ts";
import { externalKey } from "../candidate.ts";
import { applicationKey } from "./write-applications.ts";
import { byImportKey } from "./write-facts.ts";
import { momentOfText, type Target } from "./write-intents.ts";

/** Where the documents of a book lie, and where they are to lie. */
export interface DocumentPlaces {
  folder: string;
  storage: ObjectStorage;
  /** Looks through each of them; left out where what they came in was looked through already. */
  scanner?: WithScanner & Pick<Core, "log">;
}

const LARGEST_BYTES = 100 * 1024 * 1024;

/** Kinds that are shown or kept as what they are; all else is bytes. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  csv: "text/csv",
  txt: "text/plain",
};

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));

/**
 * Why a document can not be brought, or null: its file has to lie within the folder, and what is in it may do nothing. Throws
 * UNAVAILABLE where the virus scanner does not answer.
 */
export async function whyNotDocument(places: DocumentPlaces | null, row: BookRow): Promise<string | null> {
  if (places === null)
    return "file: say where the documents are: --documents=FOLDER, or add a zip of them to the files of the import.";
  const file = await locateDocument(places, row);
  if (file === null) return "file: there is no such file in the folder of documents.";
  const { size } = await stat(file);
  if (size > LARGEST_BYTES) return "file: it has more than 100 MB.";
  await using handle = await open(file);
  const extension = path.extname(file).slice(1).toLowerCase();
  const whyNot =
    (await whyNotContent(keptInFile(handle, size), extension)) ??
    (places.scanner
      ? await whyInfected(places.scanner, handle.createReadStream({ start: 0, autoClose: false }))
      : null);
  return whyNot === null ? null : `file: ${whyNot}`;
}

/**
 * The file of a row, with every link followed; null where it is none or lies elsewhere. A path may have the other kind of slash, and
 * letters with accents be written in one piece or, as Macs do, in two.
 */
async function locateDocument(places: DocumentPlaces, row: BookRow): Promise<string | null> {
  const name = text(row, "file");
  const slashed = name.replaceAll("\\", "/");
  const names = new Set([name, slashed, slashed.normalize("NFC"), slashed.normalize("NFD")]);
  for (const spelled of names) {
    const file = await locate(places, spelled);
    if (file !== null) return file;
  }
  return null;
}

async function locate({ folder }: DocumentPlaces, name: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(path.resolve(root, name));
    const isWithin = file.startsWith(root + path.sep);
    return isWithin && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}

/** A document whose bytes are stored, as its row is to be written. */
export interface StoredDocument {
  userId: number;
  importKey: string;
  application: string;
  type: string;
  name: string;
  contentType: string;
  sizeBytes: number;
  objectKey: string;
  createdOn: string;
}

/** Stores the bytes of documents, each under a key that is the same the next time. In no transaction: it takes its time. */
export async function storeDocuments(
  places: DocumentPlaces,
  { userId, source }: { userId: number; source: string },
  rows: readonly BookRow[],
): Promise<StoredDocument[]> {
  const stored: StoredDocument[] = [];
  for (const row of rows) {
    const file = await locateDocument(places, row);
    if (file === null) continue;
    const importKey = externalKey(source, text(row, "documentId"));
    const extension = /^[a-z\d]{1,8}$/.exec(path.extname(file).slice(1).toLowerCase())?.[0] ?? "bin";
    const digest = createHash("sha256").update(importKey).digest("hex").slice(0, 32);
    const objectKey = `imported/${userId}_${digest}.${extension}`;
    await using handle = await open(file);
    const { size } = await handle.stat();
    await places.storage.put(objectKey, await readContent(handle, size));
    stored.push({
      userId,
      importKey,
      application: text(row, "applicationId"),
      type: text(row, "type"),
      name: text(row, "name") || path.basename(file),
      contentType: CONTENT_TYPES[extension] ?? "application/octet-stream",
      sizeBytes: size,
      objectKey,
      createdOn: text(row, "createdOn"),
    });
  }
  return stored;
}

const SMALL_BYTES = 1024 * 1024;

async function readContent(handle: Awaited<ReturnType<typeof open>>, size: number) {
  if (size <= SMALL_BYTES) return new Uint8Array(await handle.readFile());
  const stream = Readable.toWeb(handle.createReadStream({ autoClose: false })) as ReadableStream<Uint8Array>;
  return { stream, sizeBytes: size };
}

/** Writes the rows of stored documents; returns whose are new. */
export async function writeDocuments(
  tx: Tx,
  target: Target,
  documents: readonly StoredDocument[],
  applications: ReadonlyMap<string, number>,
): Promise<number[]> {
  if (documents.length === 0) return [];
  const made = await tx.userFile.createManyAndReturn({
    data: documents.toSorted(byImportKey).map(({ application, createdOn, ...file }) => ({
      ...file,
      applicationId: applications.get(applicationKey(target, application)) ?? null,
      info: "Imported",
      importRunId: target.runId,
      createdAt: createdOn ? momentOfText(createdOn) : target.now,
    })),
    skipDuplicates: true,
    select: { userId: true },
  });
  return made.map(({ userId }) => userId);
}
