import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { DomainError } from "../../errors.ts";
import { type Candidate, readCandidate } from "./candidate.ts";
import { checkFile } from "./check-file.ts";
import { type ColumnMap, mapColumns } from "./columns.ts";
import { createDatabaseStore } from "./database-store.ts";
import { loadBatch, type UserStore } from "./load-batch.ts";
import { type CsvRecord, readCsv } from "./read-csv.ts";
import { type RefusedFile, type RefusedRow, startRefusedFile } from "./refused-file.ts";
import { createTrialStore } from "./trial-store.ts";

export interface ImportOptions {
  file: string;
  /** The system the file comes from: its ids are known under this name when they come again. */
  source: string;
  /** Tells what would happen and changes nothing. */
  dryRun: boolean;
  db: Database;
  vault: Vault;
  now: () => Date;
  /** Called about once a second. */
  onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  rows: number;
  loaded: number;
  alreadyThere: number;
  refused: number;
}

export interface ImportSummary extends ImportProgress {
  /** Refused rows that hold text which is not UTF-8. */
  damagedText: number;
  /** Headers that are not understood. */
  ignoredColumns: string[];
  /** Where the refused rows are, or null when there are none. */
  refusedFile: string | null;
}

const ROWS_IN_BATCH = 500;
const PROGRESS_MS = 1000;

/**
 * Loads users from a CSV file of another system, in memory that does not grow with the file. A row that came
 * before changes nothing; a row that can not be a user is refused on its own. Throws INVALID when the file as a
 * whole can not be read.
 */
export async function importUsers(options: ImportOptions): Promise<ImportSummary> {
  const { file, source, dryRun, db, vault, now } = options;
  await checkFile(file);
  const records = readCsv(file);
  const { headers, columns } = await readHeader(file, records);
  const refusedFile = await startRefusedFile(file, headers);
  const run = { id: randomUUID(), file: path.basename(file), source };
  const real = createDatabaseStore({ db, vault, now, run });
  const trial = dryRun ? await createTrialStore(db, real) : null;
  try {
    const read = (record: CsvRecord) => readCandidate(vault, source, columns, record);
    const totals = await importRecords(records, read, trial?.store ?? real, refusedFile, options.onProgress);
    return {
      ...totals,
      ignoredColumns: columns.ignored,
      refusedFile: totals.refused > 0 ? refusedFile.path : null,
    };
  } finally {
    trial?.close();
  }
}

async function readHeader(
  file: string,
  records: AsyncGenerator<CsvRecord>,
): Promise<{ headers: string[]; columns: ColumnMap }> {
  const { value: header } = await records.next();
  if (!header) throw new DomainError("INVALID", `${file} is empty.`);
  if (header.damage)
    throw new DomainError("INVALID", `The header of ${file} can not be read: ${header.damage}.`);
  return { headers: header.cells, columns: mapColumns(header.cells) };
}

type Totals = ImportProgress & Pick<ImportSummary, "damagedText">;

async function importRecords(
  records: AsyncGenerator<CsvRecord>,
  read: (record: CsvRecord) => Candidate | string,
  store: UserStore,
  refusedFile: RefusedFile,
  onProgress: ImportOptions["onProgress"],
): Promise<Totals> {
  const totals: Totals = { rows: 0, loaded: 0, alreadyThere: 0, refused: 0, damagedText: 0 };
  let candidates: Candidate[] = [];
  let refused: RefusedRow[] = [];
  let reportedAt = performance.now();

  const settle = async () => {
    const batch = await loadBatch(store, candidates);
    refused.push(...batch.refused.map(({ candidate, reason }) => ({ record: candidate.record, reason })));
    refused.sort((a, b) => a.record.line - b.record.line);
    await refusedFile.add(refused);
    totals.rows += candidates.length + refused.length - batch.refused.length;
    totals.loaded += batch.loaded;
    totals.alreadyThere += batch.alreadyThere;
    totals.refused += refused.length;
    totals.damagedText += refused.filter(({ record }) => isDamaged(record)).length;
    candidates = [];
    refused = [];
  };

  for await (const record of records) {
    const candidate = read(record);
    if (typeof candidate === "string") refused.push({ record, reason: candidate });
    else candidates.push(candidate);
    if (candidates.length + refused.length < ROWS_IN_BATCH) continue;
    await settle();
    if (performance.now() - reportedAt < PROGRESS_MS) continue;
    reportedAt = performance.now();
    onProgress?.(totals);
  }
  await settle();
  return totals;
}

const isDamaged = ({ cells }: CsvRecord): boolean => cells.some((cell) => cell.includes("\uFFFD"));
