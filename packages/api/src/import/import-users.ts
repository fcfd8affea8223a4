import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { type Candidate, readCandidate } from "./candidate.ts";
import { createDatabaseStore } from "./database-store.ts";
import { type LoadedBatch, loadUsers } from "./load-users.ts";
import type { Layout, Table } from "./reading/open-table.ts";
import type { CsvRecord } from "./reading/read-csv.ts";
import {
  type Finding,
  footerFindings,
  type RefusedRow,
  startFindingsFile,
  startRefusedFile,
} from "./report-files.ts";
import { withSeenRows } from "./seen.ts";
import type { UserStore, WouldWrite } from "./user-store.ts";

/** How an import is to be done, whatever it holds. */
export interface ImportContext {
  db: Database;
  vault: Vault;
  now: () => Date;
  run: { id: string; file: string; source: string };
  /** Tells what would happen and changes nothing. */
  dryRun: boolean;
  /** Refuses a row for any cell that can not be read. */
  strict: boolean;
  /** Changes what is otherwise here than in the file. */
  update: boolean;
  /** Stops it between two batches, with what the signal says; what was brought stays. */
  signal?: AbortSignal | undefined;
  /** Called on a trial with the customers whom the import would add or complete. */
  onWouldWrite?: ((customers: readonly WouldWrite[]) => Promise<void>) | undefined;
}

export interface ImportProgress {
  rows: number;
  loaded: number;
  completed: number;
  updated: number;
  alreadyThere: number;
  repeated: number;
  refused: number;
}

export interface TableSummary extends ImportProgress {
  layout: Layout;
  /** Cells that could not be read and were left empty. */
  leftEmpty: number;
  /** Cells that a spreadsheet had damaged, and that were mended. */
  mended: number;
  /** Cells that say otherwise than what stands here, and were left. */
  conflicts: number;
  /** Lines below the rows that are none. */
  footers: number;
  /** Refused rows by reason, the most frequent first. */
  reasons: { reason: string; rows: number }[];
  /** Where the refused rows are, and what was found in others; null when there are none. */
  refusedFile: string | null;
  findingsFile: string | null;
}

const ROWS_IN_BATCH = 2_000;
const PROGRESS_MS = 1000;
const MOST_REASONS = 20;

/**
 * Loads the customers of a table, in memory that does not grow with it. A row that came before completes what was empty and
 * changes nothing else; a row that can not be a user is refused on its own.
 */
export async function importUserTable(
  context: ImportContext,
  file: string,
  table: Table,
  onProgress: ((progress: ImportProgress) => void) | undefined,
): Promise<TableSummary> {
  const { layout } = table;
  const { db, dryRun } = context;
  const tally = new Tally();
  const refusedFile = await startRefusedFile(file, table.headers, layout.tab);
  const findingsFile = await startFindingsFile(file, layout.tab);
  const { store, close } = await withSeenRows(db, createDatabaseStore(context), dryRun, context.onWouldWrite);
  try {
    for await (const batch of readAhead(readBatches(context, layout, table.records()))) {
      context.signal?.throwIfAborted();
      const { refused, findings } = await loadBatch(context, store, batch, tally);
      await refusedFile.add(refused.sort((one, other) => one.record.line - other.record.line));
      await findingsFile.add(findings.sort((one, other) => one.line - other.line));
      tally.report(onProgress);
    }
    await findingsFile.add(footerFindings(table.footers()));
  } finally {
    close();
  }
  return {
    ...tally.progress,
    ...tally.cells,
    layout,
    footers: table.footers().length,
    reasons: tally.reasons(),
    refusedFile: tally.progress.refused > 0 ? refusedFile.path : null,
    findingsFile: findingsFile.isStarted() ? findingsFile.path : null,
  };
}

/** Rows that were read, and those that can not be. */
interface ReadBatch {
  rows: number;
  candidates: Candidate[];
  refused: RefusedRow[];
}

async function* readBatches(
  { vault, run, strict }: ImportContext,
  layout: Layout,
  records: AsyncGenerator<CsvRecord>,
): AsyncGenerator<ReadBatch> {
  let batch: ReadBatch = { rows: 0, candidates: [], refused: [] };
  for await (const record of records) {
    const candidate = readCandidate(vault, { source: run.source, layout, strict }, record);
    if ("reason" in candidate) batch.refused.push({ record, ...candidate });
    else batch.candidates.push(candidate);
    batch.rows += 1;
    if (batch.rows < ROWS_IN_BATCH) continue;
    yield batch;
    batch = { rows: 0, candidates: [], refused: [] };
  }
  if (batch.rows > 0) yield batch;
}

/** The same, of which the next is read while one is worked on. */
async function* readAhead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = items.next();
      // What is wrong with it is said when it is its turn.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await items.return(undefined);
  }
}

async function loadBatch(
  { update }: ImportContext,
  store: UserStore,
  { rows, candidates, refused: unread }: ReadBatch,
  tally: Tally,
): Promise<{ refused: RefusedRow[]; findings: Finding[] }> {
  const refused = [...unread];
  const batch = await loadUsers(store, candidates, update);
  refused.push(...batch.refused.map(({ candidate: { record }, ...why }) => ({ record, ...why })));
  const findings = [
    ...candidates.flatMap(({ record, findings: found }) =>
      found.map(({ kind, text }): Finding => ({ line: record.line, kind, text })),
    ),
    ...batch.findings,
  ];
  tally.add(rows, batch, refused, findings);
  return { refused, findings };
}

/** What has become of the rows so far. */
class Tally {
  readonly progress: ImportProgress = {
    rows: 0,
    loaded: 0,
    completed: 0,
    updated: 0,
    alreadyThere: 0,
    repeated: 0,
    refused: 0,
  };
  readonly cells = { leftEmpty: 0, mended: 0, conflicts: 0 };
  private readonly rowsByReason = new Map<string, number>();
  private reportedAt = performance.now();

  add(rows: number, batch: LoadedBatch, refused: readonly RefusedRow[], findings: readonly Finding[]): void {
    const { progress, cells } = this;
    progress.rows += rows;
    progress.refused += refused.length;
    for (const count of ["loaded", "completed", "updated", "alreadyThere", "repeated"] as const)
      progress[count] += batch[count];
    const count = (kind: Finding["kind"]) => findings.filter((finding) => finding.kind === kind).length;
    cells.leftEmpty += count("left empty");
    cells.mended += count("mended");
    cells.conflicts += count("conflict");
    for (const { reason, kind = reason } of refused)
      this.rowsByReason.set(kind, (this.rowsByReason.get(kind) ?? 0) + 1);
  }

  reasons(): { reason: string; rows: number }[] {
    return [...this.rowsByReason]
      .map(([reason, rows]) => ({ reason, rows }))
      .sort((one, other) => other.rows - one.rows)
      .slice(0, MOST_REASONS);
  }

  report(onProgress: ((progress: ImportProgress) => void) | undefined): void {
    if (performance.now() - this.reportedAt < PROGRESS_MS) return;
    this.reportedAt = performance.now();
    onProgress?.(this.progress);
  }
}
