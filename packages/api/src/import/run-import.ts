import { randomUUID } from "node:crypto";
import path from "node:path";
import { DomainError } from "../errors.ts";
import {
  type ImportContext,
  type ImportProgress,
  importUserTable,
  type TableSummary,
} from "./import-users.ts";
import { readProfile, saveProfile } from "./profile.ts";
import { openFile, type ReadingOptions } from "./reading/open-table.ts";
import { finishRun, startRun } from "./runs.ts";

export interface ImportOptions
  extends Pick<ImportContext, "db" | "vault" | "now" | "dryRun">,
    Partial<Pick<ImportContext, "strict" | "update">> {
  file: string;
  /** The system the file comes from: its ids are known under this name when they come again. */
  source: string;
  reading?: ReadingOptions;
  /** Called about once a second. */
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportSummary {
  tables: TableSummary[];
  /** Sheets of a workbook of which nothing was understood. */
  passedOver: string[];
}

/**
 * Imports a file of another system. A trial tells the same and changes nothing. What is said of its columns is kept for the
 * source, and taken again when the next file of it comes. Throws INVALID when the file as a whole can not be read.
 */
export async function importFile(options: ImportOptions): Promise<ImportSummary> {
  const { file, source, db, vault, now, dryRun, strict = false, update = false } = options;
  const mapping = { ...(await readProfile(db, source)), ...options.reading?.mapping };
  const { tables, passedOver, close } = await openFile(file, { ...options.reading, mapping });
  try {
    const run = { id: randomUUID(), file: path.basename(file), source };
    const context: ImportContext = { db, vault, now, dryRun, strict, update, run };
    if (!dryRun) await startRun(context);
    if (!dryRun && options.reading?.mapping) await saveProfile(context, mapping);
    const summaries: TableSummary[] = [];
    for (const table of tables) {
      if (table.layout.sheet !== "users")
        throw new DomainError("INVALID", `${table.layout.tab ?? file} holds ${table.layout.sheet}.`);
      summaries.push(await importUserTable(context, file, table, options.onProgress));
    }
    if (!dryRun) await finishRun(context);
    return { tables: summaries, passedOver };
  } finally {
    await close();
  }
}
