import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { parse } from "csv-parse/sync";
import type { TableSummary } from "../import/import-users.ts";
import { type ImportOptions, importFiles } from "../import/run-import.ts";

/** When imports of tests are made. */
export const IMPORTED_AT = new Date("2026-03-10T15:00:00Z");

/** A database, and a folder with a file of customers that is imported into it. */
export interface ImportDesk {
  test: TestDatabase;
  folder: string;
  file: string;
  importFile(options?: Partial<ImportOptions>): Promise<TableSummary>;
  /** Writes the file before. */
  importText(content: string | Buffer, options?: Partial<ImportOptions>): Promise<TableSummary>;
  users(): ReturnType<TestDatabase["database"]["read"]["user"]["findMany"]>;
  close(): Promise<void>;
}

/** Opens a desk at which files of customers are imported. */
export async function openImportDesk(): Promise<ImportDesk> {
  const test = await createTestDatabase({ size: 4 });
  const folder = mkdtempSync(path.join(os.tmpdir(), "import-users-"));
  const file = path.join(folder, "customers.csv");
  const importOne = async (options: Partial<ImportOptions> = {}): Promise<TableSummary> => {
    const { tables } = await importFiles({
      files: [file],
      source: "csv",
      dryRun: false,
      db: test.database,
      vault: test.vault,
      now: () => IMPORTED_AT,
      ...options,
    });
    const [table] = tables;
    if (!table) throw new Error("No table was imported.");
    return table;
  };
  return {
    test,
    folder,
    file,
    importFile: importOne,
    importText(content, options) {
      writeFileSync(file, content);
      return importOne(options);
    },
    users: () => test.database.read.user.findMany({ orderBy: { id: "asc" } }),
    async close() {
      await test.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What was found in rows that were not refused: line, kind and text of each. */
export function readFindings({ findingsFile }: TableSummary): string[] {
  if (!findingsFile) return [];
  const rows = parse(readFileSync(findingsFile, "utf8"));
  return rows.slice(1).map((cells) => cells.join(" | "));
}

/** What the file of refused rows says: line and reason of each. */
export function readRefusals({ refusedFile }: TableSummary): { line: number; reason: string }[] {
  if (!refusedFile) return [];
  const rows = parse(readFileSync(refusedFile, "utf8"), {
    bom: true,
    columns: true,
    relax_column_count: true,
  });
  return (rows as { Line: string; Reason: string }[]).map(({ Line, Reason }) => ({
    line: Number(Line),
    reason: Reason,
  }));
}
