import { randomUUID } from "node:crypto";
import { SHEET_NAMES, type SheetName } from "@countinghouse/validators/import/columns";
import { type BookRow, readRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { writeAsJob } from "../../job-writes.ts";
import { lockUser } from "../../lock-user.ts";
import { cellsOf, externalKey } from "../candidate.ts";
import type { ImportContext } from "../import-users.ts";
import type { Layout } from "../reading/open-table.ts";
import type { CsvRecord } from "../reading/read-csv.ts";
import { type BookPlan, type Movement, planBook } from "./customer-book.ts";
import { type DocumentPlaces, storeDocuments, whyNotDocument, writeDocuments } from "./documents.ts";
import { openStage, type Stage, type StagedRow } from "./stage.ts";
import { writeApplications } from "./write-applications.ts";
import { writeFacts } from "./write-facts.ts";
import type { Target } from "./write-intents.ts";
import { writeMovements } from "./write-movements.ts";

/** How a book is to be brought: in whose name, and where its documents are. */
export interface BookContext extends ImportContext {
  adminId: string;
  documents: DocumentPlaces | null;
}

/** A table of a book with the file it is of. */
export interface BookTable {
  file: string;
  layout: Layout;
  headers: string[];
  records: () => AsyncGenerator<CsvRecord>;
}

/** What became of the rows of one sheet. */
export interface SheetCount {
  sheet: SheetName;
  rows: number;
  refused: number;
}

export interface BookSummary {
  sheets: SheetCount[];
  customers: number;
  refused: { table: number; line: number; reason: string }[];
}

const CUSTOMERS_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
/** A transaction has to end before the database loses its patience. */
const MOVEMENTS_AT_ONCE = 200;

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
    for (const [table, { layout, records }] of tables.entries())
      await stageTable(stage, context, { table, layout, records: records() }, tally);
    const admins = new Map(
      (await context.db.read.admin.findMany({ select: { id: true, email: true } })).map(({ id, email }) => [
        email,
        id,
      ]),
    );
    for await (const batch of stage.customers(CUSTOMERS_AT_ONCE)) {
      await bringCustomers(context, batch, admins, tally);
      onProgress?.(tally.customers);
    }
  } finally {
    stage.close();
  }
  return tally.summary();
}

async function stageTable(
  stage: Stage,
  { strict }: ImportContext,
  { table, layout, records }: { table: number; layout: Layout; records: AsyncGenerator<CsvRecord> },
  tally: BookTally,
): Promise<void> {
  const { sheet, spelling } = layout;
  let rows: StagedRow[] = [];
  for await (const record of records) {
    const cells = cellsOf(layout, record);
    const read = typeof cells === "string" ? null : readRow(sheet, cells, spelling, strict);
    const reason = typeof cells === "string" ? cells : (read?.refused ?? "");
    // What is wrong with a customer was said when the customers were brought.
    if (sheet !== "users") tally.count(sheet);
    if (reason && sheet !== "users") tally.refuse({ sheet, table, line: record.line }, reason);
    if (read === null || reason) continue;
    const { row } = read;
    const customer = String(row[sheet === "users" ? "externalId" : "customerId"] ?? "");
    if (sheet === "users" && (customer === "" || row.balance === undefined)) continue;
    rows.push({
      sheet,
      customer,
      application: String(row.applicationId ?? ""),
      line: record.line,
      table,
      row,
    });
    if (rows.length < ROWS_AT_ONCE) continue;
    await stage.add(rows);
    rows = [];
  }
  await stage.add(rows);
}

const NOBODY: Readonly<Partial<Record<SheetName, string>>> = {
  offers: "applicationId: there is no application with this id in these files.",
  schedules: "applicationId: there is no application with this id in these files.",
};

async function bringCustomers(
  context: BookContext,
  batch: ReadonlyMap<string, StagedRow[]>,
  admins: ReadonlyMap<string, string>,
  tally: BookTally,
): Promise<void> {
  const { source } = context.run;
  const today = newYorkDate(context.now());
  const keys = [...batch.keys()].map((customer) => externalKey(source, customer));
  const users = await context.db.read.user.findMany({
    where: { importKey: { in: keys } },
    select: { id: true, importKey: true },
  });
  const idOf = new Map(users.map(({ id, importKey }) => [importKey, id]));
  for (const [customer, rows] of batch) {
    const userId = idOf.get(externalKey(source, customer));
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
    const plan = planBook(await withoutLostDocuments(context, rows, tally), today);
    for (const { row, reason } of plan.refused) tally.refuse(row, reason);
    tally.customers += 1;
    if (!context.dryRun && userId !== undefined)
      await bringCustomer(context, plan, { userId, customer }, admins);
  }
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

async function bringCustomer(
  context: BookContext,
  { book, movements }: BookPlan,
  { userId, customer }: Pick<Target, "userId" | "customer">,
  admins: ReadonlyMap<string, string>,
): Promise<void> {
  const { vault, run, adminId, documents } = context;
  const target = { userId, customer, source: run.source, adminId };
  const files =
    documents === null
      ? []
      : await storeDocuments(documents, target, await unknownOf(context, book.documents));
  const write = (some: readonly Movement[], isFirst: boolean) =>
    writeAsJob(context, "import", async ({ tx, now }) => {
      await lockUser(tx, userId);
      const at: Target = { ...target, now };
      const applications = await writeApplications(tx, at, book);
      const written = {
        applications: applications.written,
        ...(isFirst ? await writeFacts(tx, vault, at, book, admins) : {}),
        payments: await writeMovements(tx, at, some, applications.ids),
        documents: isFirst ? await writeDocuments(tx, at, files, applications.ids) : 0,
      };
      const isNothing = Object.values(written).every((count) => count === 0);
      const after = { import: run.id, source: run.source, ...written };
      const event = { subject: { type: "user", id: userId }, after };
      return {
        result: undefined,
        audit: isNothing ? null : { action: "users.importBook", requestId: randomUUID(), events: [event] },
      };
    });
  const inOrder = movements.toSorted((one, other) =>
    one.day < other.day ? -1 : Number(one.day > other.day),
  );
  await write(inOrder.slice(0, MOVEMENTS_AT_ONCE), true);
  for (let from = MOVEMENTS_AT_ONCE; from < inOrder.length; from += MOVEMENTS_AT_ONCE)
    await write(inOrder.slice(from, from + MOVEMENTS_AT_ONCE), false);
}

/** The documents that are not here yet: those that are need not be stored once more. */
async function unknownOf({ db, run }: BookContext, documents: readonly BookRow[]): Promise<BookRow[]> {
  const keyOf = (row: BookRow) => externalKey(run.source, String(row.documentId));
  const known = await db.read.userFile.findMany({
    where: { importKey: { in: documents.map(keyOf) } },
    select: { importKey: true },
  });
  const there = new Set(known.map(({ importKey }) => importKey));
  return documents.filter((row) => !there.has(keyOf(row)));
}

const MOST_REFUSED_KEPT = 10_000;

class BookTally {
  customers = 0;
  private readonly counts = new Map<SheetName, SheetCount>();
  private readonly refused: BookSummary["refused"] = [];

  count(sheet: SheetName): SheetCount {
    const count = this.of(sheet);
    count.rows += 1;
    return count;
  }

  refuse({ sheet, table, line }: Pick<StagedRow, "sheet" | "table" | "line">, reason: string): void {
    this.of(sheet).refused += 1;
    if (this.refused.length < MOST_REFUSED_KEPT) this.refused.push({ table, line, reason });
  }

  summary(): BookSummary {
    const sheets = SHEET_NAMES.flatMap((sheet) => this.counts.get(sheet) ?? []);
    return { sheets, customers: this.customers, refused: this.refused };
  }

  private of(sheet: SheetName): SheetCount {
    const count = this.counts.get(sheet) ?? { sheet, rows: 0, refused: 0 };
    this.counts.set(sheet, count);
    return count;
  }
}
