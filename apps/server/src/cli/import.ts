import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDocumentArchive, unpackDocuments } from "@countinghouse/api/import/book/document-archive";
import type { ImportProgress } from "@countinghouse/api/import/import-users";
import { importFiles } from "@countinghouse/api/import/run-import";
import { columnTables, writeTemplates } from "@countinghouse/api/import/templates";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { connect } from "@countinghouse/db";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { createLog } from "../log.ts";
import { OWN_SETTINGS } from "../settings/own.ts";
import { readDatabaseEnv, readStorage, readVirusScanner } from "./database-env.ts";
import { IMPORT_USAGE, readImportOptions, UsageError } from "./import-options.ts";
import { memoryLine, progressLine, startBookProgress, summaryText } from "./import-summary.ts";
import { undoFromHere } from "./import-undo.ts";

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

async function main(): Promise<void> {
  const options = readImportOptions();
  if (options.what === "help") return console.log(IMPORT_USAGE);
  if (options.what === "columns") return void process.stdout.write(columnTables());
  if (options.what === "templates") return writeTemplates(fromHere(options.folder));
  const { vault, ...addresses } = readDatabaseEnv(process.env);
  const { url } = addresses;
  await prepareDatabase(addresses);
  const db = connect(url, { size: 3 });
  const startedAt = performance.now();
  const runId = randomUUID();
  const cleanUp: (() => Promise<void>)[] = [];
  const book = startBookProgress((line) => console.error(line));
  try {
    await checkKeys({ db, vault, now: () => new Date() });
    if (options.what === "undo") return await undoFromHere({ db, vault, now: () => new Date() }, options);
    const summary = await importFiles({
      ...options,
      files: options.files.map(fromHere),
      ...(await documentPlaces(options.documentsFolder, cleanUp)),
      runId,
      maximumOfferLimitCents: OWN_SETTINGS.MAXIMUM_OFFER_LIMIT_CENTS.parse(
        process.env.MAXIMUM_OFFER_LIMIT_CENTS || undefined,
      ),
      // Said first: one that is killed can be taken back as well.
      onBegun: () => console.error(`Import ${runId}, which --undo=${runId} takes back`),
      db,
      vault,
      now: () => new Date(),
      onProgress: (progress: ImportProgress) =>
        console.error(progressLine(progress, performance.now() - startedAt)),
      onBookProgress: book.report,
    });
    const took = { ms: performance.now() - startedAt, bookMs: book.ms() };
    console.log(summaryText(summary, options.dryRun, took));
    console.log(memoryLine(process.resourceUsage().maxRSS));
  } finally {
    for (const clean of cleanUp) await clean();
    await db.close();
  }
}

/** npm runs scripts in the folder of the package; files are named from where the user stands. */
function fromHere(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? "", file);
}

async function documentPlaces(given: string | undefined, cleanUp: (() => Promise<void>)[]) {
  if (given === undefined) return {};
  const storage = readStorage(process.env);
  if (storage === null)
    throw new Error("The setting FILES_DIR is missing: documents have nowhere to be stored.");
  const place = fromHere(given);
  const scanner = { virusScanner: readVirusScanner(process.env), log: createLog("silent") };
  if (!isDocumentArchive(place)) return { documents: { folder: place, storage, scanner } };
  const folder = await mkdtemp(path.join(os.tmpdir(), "countinghouse-documents-"));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  await unpackDocuments(place, folder);
  return { documents: { folder, storage, scanner } };
}
