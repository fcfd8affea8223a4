import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isDocumentArchive, unpackDocuments } from "@countinghouse/api/import/book/document-archive";
import type { ImportProgress } from "@countinghouse/api/import/import-users";
import { TablesUnclear } from "@countinghouse/api/import/reading/open-table";
import { importFiles } from "@countinghouse/api/import/run-import";
import { columnTables, writeTemplates } from "@countinghouse/api/import/templates";
import { checkKeys } from "@countinghouse/api/key-canaries";
import { connect } from "@countinghouse/db";
import { prepareDatabase } from "@countinghouse/db/application-role";
import { createLog } from "../log.ts";
import { OWN_SETTINGS } from "../settings/own.ts";
import { type Command, type CommandCall, printDatabase } from "./shared/command.ts";
import { readDatabaseEnv, readStorage, readVirusScanner } from "./shared/database-env.ts";
import { IMPORT_USAGE, readImportOptions } from "./shared/import-options.ts";
import {
  memoryLine,
  progressLine,
  startBookProgress,
  summaryText,
  unclearText,
} from "./shared/import-summary.ts";
import { undoFromHere } from "./shared/import-undo.ts";
import { startCommand } from "./shared/start-command.ts";

export const command: Command = {
  usage: IMPORT_USAGE,
  run: async (call) => {
    const options = readImportOptions(call.args);
    if (options.what === "columns") call.out(columnTables().trimEnd());
    else if (options.what === "templates") await writeTemplates(fromHere(call, options.folder));
    else await runOnDatabase(call, options);
    return 0;
  },
};

type OnDatabase = Extract<ReturnType<typeof readImportOptions>, { what: "import" | "undo" }>;

async function runOnDatabase(call: CommandCall, options: OnDatabase): Promise<void> {
  printDatabase(call, "DATABASE_URL");
  const { env, out, err } = call;
  const { vault, ...addresses } = readDatabaseEnv(env);
  const { url } = addresses;
  await prepareDatabase(addresses);
  const db = connect(url, { size: 3 });
  const startedAt = performance.now();
  const runId = randomUUID();
  const cleanUp: (() => Promise<void>)[] = [];
  const book = startBookProgress(err);
  try {
    await checkKeys({ db, vault, now: () => new Date() });
    if (options.what === "undo")
      return await undoFromHere(call, { db, vault, now: () => new Date() }, options);
    const summary = await importFiles({
      ...options,
      files: options.files.map((file) => fromHere(call, file)),
      ...(await documentPlaces(call, options.documentsFolder, cleanUp)),
      runId,
      maximumOfferLimitCents: OWN_SETTINGS.MAXIMUM_OFFER_LIMIT_CENTS.parse(
        env.MAXIMUM_OFFER_LIMIT_CENTS || undefined,
      ),
      // Printed first, so that an import that is killed can be undone as well.
      onBegun: () => err(`Import ${runId}. To undo it: npm run import -- --undo=${runId} --email=ADDRESS`),
      db,
      vault,
      now: () => new Date(),
      onProgress: (progress: ImportProgress) => err(progressLine(progress, performance.now() - startedAt)),
      onBookProgress: book.report,
    }).catch((error: unknown) => {
      throw error instanceof TablesUnclear ? new Error(unclearText(error)) : error;
    });
    const took = { ms: performance.now() - startedAt, bookMs: book.ms() };
    out(summaryText(summary, options.dryRun, took));
    out(memoryLine(process.resourceUsage().maxRSS));
  } finally {
    for (const clean of cleanUp) await clean();
    await db.close();
  }
}

/** npm runs scripts in the folder of the package, but file names are relative to the user's folder. */
function fromHere({ env }: CommandCall, file: string): string {
  return path.resolve(env.INIT_CWD ?? "", file);
}

async function documentPlaces(
  call: CommandCall,
  given: string | undefined,
  cleanUp: (() => Promise<void>)[],
) {
  if (given === undefined) return {};
  const storage = readStorage(call.env);
  if (storage === null)
    throw new Error("The setting FILES_DIR or S3_BUCKET is missing. --documents stores the files there.");
  const place = fromHere(call, given);
  const scanner = { virusScanner: readVirusScanner(call.env), log: createLog("silent") };
  if (!isDocumentArchive(place)) return { documents: { folder: place, storage, scanner } };
  const folder = await mkdtemp(path.join(os.tmpdir(), "countinghouse-documents-"));
  cleanUp.push(() => rm(folder, { recursive: true, force: true }));
  await unpackDocuments(place, folder);
  return { documents: { folder, storage, scanner } };
}

if (import.meta.main) await startCommand(command);
