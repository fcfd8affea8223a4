import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ExportOptions } from "./export-book.ts";

/** The folder of documents within that of the book. */
const DOCUMENTS_FOLDER = "documents";

/**
 * Copies the documents of some customers into the folder of documents, and returns their rows. One whose bytes are lost has no
 * row. Throws ProviderError where the storage is out of reach.
 */
export async function takeDocuments({ db, storage, folder }: ExportOptions, ids: readonly number[]) {
  if (storage === undefined) return [];
  const into = path.join(folder, DOCUMENTS_FOLDER);
  await mkdir(into, { recursive: true, mode: 0o700 });
  const files = await db.read.userFile.findMany({
    where: { userId: { in: [...ids] } },
    orderBy: [{ userId: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const rows = [];
  for (const file of files) {
    const object = await storage.get(file.objectKey);
    if (object === null) continue;
    const name = `${file.id}${path.extname(file.objectKey)}`;
    const stream = Readable.fromWeb(object.stream);
    await pipeline(stream, createWriteStream(path.join(into, name), { mode: 0o600 }));
    rows.push({
      documentId: file.id,
      customerId: String(file.userId),
      applicationId: file.applicationId === null ? "" : String(file.applicationId),
      type: file.type,
      name: file.name,
      file: name,
      createdOn: file.createdAt.toISOString(),
    });
  }
  return rows;
}
