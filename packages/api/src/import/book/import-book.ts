import { SHEET_NAMES, type SheetName } from "@countinghouse/validators/import/columns";
import { readRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { externalKey, namedCells, rowFindings } from "../candidate.ts";
import type { ImportContext } from "../import-users.ts";
import type { Layout } from "../reading/open-table.ts";
import type { CsvRecord } from "../reading/read-csv.ts";
import { type Finding, footerFindings, startFindingsFile } from "../report-files.ts";
import { atMost } from "./at-most.ts";
import { findBefore } from "./before.ts";
import { planBook } from "./customer-book.ts";
import { type DocumentPlaces, whyNotDocument } from "./documents.ts";
import { openStage, type Stage, type StagedRow } from "./stage.ts";
import { isToReview, TO_REVIEW, whyNotReviewed } from "./to-review.ts";
import { type PlannedCustomer, writeCustomers } from "./write-parts.ts";

/** How a book is to be brought: in whose name, and where its documents are. */
export interface BookContext extends ImportContext {
  adminId: string;
  documents: DocumentPlaces | null;
  /** Whether the console decides by itself already: what is open is then to be approved here (`isAtWork`). */
  isAtWork: boolean;
  /** The most that may be offered, in cents; undefined where that is not asked. */
  maximumOfferLimitCents: number | undefined;
}

/** A table of a book with the file it is of. */
export interface BookTable {
  file: string;
  layout: Layout;
  headers: string[];
  records: () => AsyncGenerator<CsvRecord>;
  footers: () => readonly number[];
}

/** What became of the rows of one sheet. */
export interface SheetCount {
  sheet: SheetName;
  rows: number;
  refused: number;
  /** Cells that could not be read, and cells that were mended, of rows that were not refused. */
  leftEmpty: number;
  mended: number;
}

export interface BookSummary {
  sheets: SheetCount[];
  customers: number;
  refused: { table: number; line: number; reason: string }[];
  /** Where it stands what was found in rows that were not refused. */
  findingsFiles: string[];
}

const CUSTOMERS_AT_ONCE = 200;
/** While the database writes some, others are read and planned. */
const WRITERS = 2;
const ROWS_AT_ONCE = 500;

/**
 * Brings what a book has beside its customers, customer by customer: applications with offers and instalments, payments made
 * before, accounts, cards, notes, remarks. Everything goes through the ledger's one door and is dated as it was; nothing of it is
 * ever sent, since nothing of it is due. What is there already stays; a row that does not fit is refused, and where a given
 * balance is not what the rows come to, what is of money of this customer is.
 */
export async function importBook(
  context: BookContext,
  tables: readonly BookTable[],
  onProgress?: (customers: number) => void,
): Promise<BookSummary> {
  const stage = await openStage(context.db);
  const tally = new BookTally();
  try {
    for (const [number, table] of tables.entries())
      await stageTable(stage, context, { number, table }, tally);
    const admins = new Map(
      (await context.db.read.admin.findMany({ select: { id: true, email: true } })).map(({ id, email }) => [
        email,
        id,
      ]),
    );
    const writing = atMost(WRITERS);
    try {
      for await (const batch of stage.customers(CUSTOMERS_AT_ONCE)) {
        context.signal?.throwIfAborted();
        const planned = await planCustomers(context, batch, tally);
        await writing.begin(async () => {
          if (!context.dryRun) await writeCustomers(context, planned, admins);
          tally.customers += planned.length;
          onProgress?.(tally.customers);
        });
      }
    } finally {
      await writing.ended();
    }
  } finally {
    stage.close();
  }
  return tally.summary();
}

async function stageTable(
  stage: Stage,
  context: BookContext,
  { number, table: { file, layout, records, footers } }: { number: number; table: BookTable },
  tally: BookTally,
): Promise<void> {
  const { strict, signal } = context;
  const { sheet, spelling } = layout;
  // What is found in customers was said when the customers were brought.
  const findings = sheet === "users" ? null : await startFindingsFile(file, layout.tab ?? sheet);
  let found: Finding[] = [];
  let rows: Omit<StagedRow, "isTaken">[] = [];
  for await (const record of records()) {
    const cells = namedCells(layout, record, strict);
    const read = typeof cells === "string" ? null : readRow(sheet, cells, spelling, strict);
    const isReviewed = context.isAtWork && sheet === "applications" && read !== null && isToReview(read.row);
    const reason =
      typeof cells === "string"
        ? cells
        : read?.refused || (isReviewed && whyNotReviewed(read.row, context.maximumOfferLimitCents)) || "";
    if (sheet !== "users") tally.count(sheet);
    if (reason && sheet !== "users") tally.refuse({ sheet, table: number, line: record.line }, reason);
    if (read === null) continue;
    const { row } = read;
    const isUnread = reason !== "";
    if (findings !== null && !isUnread)
      for (const { kind, text } of [...rowFindings(record), ...read.findings])
        found.push({ line: record.line, kind, text });
    if (isReviewed && !isUnread) found.push({ line: record.line, kind: "mended", text: TO_REVIEW });
    const customer = String(row[sheet === "users" ? "externalId" : "customerId"] ?? "");
    if (customer === "" && (sheet === "users" || isUnread)) continue;
    if (sheet === "users" && (isUnread || row.balance === undefined)) continue;
    rows.push({
      sheet,
      customer,
      application: String(row.applicationId ?? ""),
      line: record.line,
      table: number,
      row,
      isUnread,
    });
    if (rows.length < ROWS_AT_ONCE) continue;
    signal?.throwIfAborted();
    await stage.add(rows);
    rows = [];
    await findings?.add(found);
    tally.find(sheet, found);
    found = [];
  }
  await stage.add(rows);
  await findings?.add([...found, ...footerFindings(footers())]);
  tally.find(sheet, found);
  if (findings?.isStarted()) tally.findingsFiles.push(findings.path);
}

const NOBODY: Readonly<Partial<Record<SheetName, string>>> = {
  offers: "applicationId: there is no application with this id in these files.",
  schedules: "applicationId: there is no application with this id in these files.",
};

/** What is to be written of customers; what does not fit is refused. On a trial nothing is, but counted. */
async function planCustomers(
  context: BookContext,
  batch: ReadonlyMap<string, StagedRow[]>,
  tally: BookTally,
): Promise<PlannedCustomer[]> {
  const { source } = context.run;
  const today = newYorkDate(context.now());
  const keys = [...batch.keys()].map((customer) => externalKey(source, customer));
  const users = await context.db.read.user.findMany({
    where: { importKey: { in: keys } },
    select: { id: true, importKey: true },
  });
  const idByKey = new Map(users.map(({ id, importKey }) => [importKey, id]));
  const before = await findBefore(context, batch, idByKey);
  const planned: PlannedCustomer[] = [];
  for (const [customer, all] of batch) {
    const rows = all.filter(({ isUnread }) => !isUnread);
    const userId = idByKey.get(externalKey(source, customer));
    // On a trial the customers of the same files are not there yet.
    const isUnknown = customer === "" || (userId === undefined && !context.dryRun);
    if (isUnknown) {
      for (const row of rows)
        tally.refuse(
          row,
          NOBODY[row.sheet] ?? "customerId: there is no customer with this id from this source.",
        );
      continue;
    }
    const free = rows.filter((row) => {
      const reason = before.whyNot(row, userId);
      if (reason !== null) tally.refuse(row, reason);
      return reason === null;
    });
    const isLacking = all.length > rows.length || rows.length > free.length;
    const plan = planBook(await withoutLostDocuments(context, free, tally), today, isLacking);
    for (const { row, reason } of plan.refused) tally.refuse(row, reason);
    planned.push({ userId: userId ?? 0, customer, plan });
  }
  return planned;
}

/** The rows but for documents that can not be brought, which are refused. */
async function withoutLostDocuments(
  { documents }: BookContext,
  rows: readonly StagedRow[],
  tally: BookTally,
): Promise<StagedRow[]> {
  const kept: StagedRow[] = [];
  for (const staged of rows) {
    const reason = staged.sheet === "documents" ? await whyNotDocument(documents, staged.row) : null;
    if (reason === null) kept.push(staged);
    else tally.refuse(staged, reason);
  }
  return kept;
}

const MOST_REFUSED_KEPT = 10_000;

class BookTally {
  customers = 0;
  readonly findingsFiles: string[] = [];
  private readonly counts = new Map<SheetName, SheetCount>();
  private readonly refused: BookSummary["refused"] = [];

  count(sheet: SheetName): SheetCount {
    const count = this.of(sheet);
    count.rows += 1;
    return count;
  }

  find(sheet: SheetName, found: readonly Finding[]): void {
    if (found.length === 0) return;
    const count = this.of(sheet);
    for (const { kind } of found) count[kind === "mended" ? "mended" : "leftEmpty"] += 1;
  }

  refuse({ sheet, table, line }: Pick<StagedRow, "sheet" | "table" | "line">, reason: string): void {
    this.of(sheet).refused += 1;
    if (this.refused.length < MOST_REFUSED_KEPT) this.refused.push({ table, line, reason });
  }

  summary(): BookSummary {
    const sheets = SHEET_NAMES.flatMap((sheet) => this.counts.get(sheet) ?? []);
    return {
      sheets,
      customers: this.customers,
      refused: this.refused,
      findingsFiles: this.findingsFiles,
    };
  }

  private of(sheet: SheetName): SheetCount {
    const count = this.counts.get(sheet) ?? { sheet, rows: 0, refused: 0, leftEmpty: 0, mended: 0 };
    this.counts.set(sheet, count);
    return count;
  }
}
