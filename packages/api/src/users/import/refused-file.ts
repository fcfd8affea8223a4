import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import { harmlessText } from "../../harmless-text.ts";
import type { CsvRecord } from "./read-csv.ts";

export interface RefusedRow {
  record: CsvRecord;
  reason: string;
}

export interface RefusedFile {
  path: string;
  add(rows: readonly RefusedRow[]): Promise<void>;
}

/**
 * The file beside the imported one that takes what was refused: line, reason, then the cells as they were. It
 * begins anew with each import and exists only when something was refused. It may hold secrets, as the imported
 * one does: only its owner can read it.
 */
export async function startRefusedFile(imported: string, headers: readonly string[]): Promise<RefusedFile> {
  const { dir, name } = path.parse(imported);
  const file = path.join(dir, `${name}.refused.csv`);
  await rm(file, { force: true });
  let isStarted = false;
  return {
    path: file,
    async add(rows) {
      if (rows.length === 0) return;
      const lines = rows.map(({ record, reason }) => [record.line, reason, ...record.cells.map(harmless)]);
      const heading = isStarted ? [] : [["Line", "Reason", ...headers.map(harmless)]];
      isStarted = true;
      await appendFile(file, stringify([...heading, ...lines]), { mode: 0o600 });
    },
  };
}

/** Plain numbers and phone numbers stay as they are: the file is mended and imported again. */
const harmless = (cell: string): string => (/^[+-]?[\d\s().-]+$/.test(cell) ? cell : harmlessText(cell));
