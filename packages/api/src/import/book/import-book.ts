import { readRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { externalKey, namedCells, rowFindings } from "../candidate.ts";
import type { ImportContext } from "../import-users.ts";
import { changedKey } from "../user-store.ts";
import { atMost } from "./at-most.ts";
import { type BookTable, writeFindings, writeRefused } from "./book-reports.ts";
import { planBook } from "./customer-book.ts";
import { type DocumentPlaces, whyNotDocument } from "./documents.ts";
import { readHere } from "./here.ts";
import type { Stage, StagedRow } from "./stage.ts";
import { BookTally, type RefusedLine, type SheetCount } from "./tally.ts";
import { isToReview, TO_REVIEW, whyNotReviewed } from "./to-review.ts";
import { REMARK_NTH, remarkKey } from "./write-facts.ts";
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

export interface BookSummary {
  sheets: SheetCount[];
  customers: number;
  /** The first refused rows; all of them are in the files. */
  refused: RefusedLine[];
  /** Refused rows by reason, the most frequent first. */
  reasons: { reason: string; rows: number }[];
  refusedFiles: string[];
  /** The files with what was found in rows that were not refused. */
  findingsFiles: string[];
}

const MOST_REASONS = 30;
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
  stage: Stage,
  tables: readonly BookTable[],
  onProgress?: (customers: number) => void,
): Promise<BookSummary> {
  const tally = new BookTally();
  for (const [number, table] of tables.entries()) await stageTable(stage, context, { number, table }, tally);
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
      const planned = await planCustomers(context, stage, batch, tally);
      await stage.say(tally.takeSaid());
      await writing.begin(async () => {
        if (!context.dryRun) await writeCustomers(context, planned, admins);
        tally.customers += planned.length;
        onProgress?.(tally.customers);
      });
    }
  } finally {
    await writing.ended();
  }
  const refusedFiles: string[] = [];
  const findingsFiles: string[] = [];
  for (const [number, table] of tables.entries()) {
    const refused = await writeRefused(stage, number, table);
    if (refused.isStarted()) refusedFiles.push(refused.path);
    // What is found in customers is in the findings of the customers.
    if (table.layout.sheet === "users") continue;
    const findings = await writeFindings(stage, number, table);
    if (findings.isStarted()) findingsFiles.push(findings.path);
  }
  return { ...tally.summary(), reasons: await stage.reasons(MOST_REASONS), refusedFiles, findingsFiles };
}

async function stageTable(
  stage: Stage,
  context: BookContext,
  { number, table: { layout, records } }: { number: number; table: BookTable },
  tally: BookTally,
): Promise<void> {
  const { strict, signal } = context;
  const { sheet, spelling } = layout;
  let rows: Omit<StagedRow, "takenLine">[] = [];
  for await (const record of records()) {
    const cells = namedCells(layout, record, strict);
    const read = typeof cells === "string" ? null : readRow(sheet, cells, spelling, strict);
    const isReviewed = context.isAtWork && sheet === "applications" && read !== null && isToReview(read.row);
    const reason =
      typeof cells === "string"
        ? cells
        : read?.refused || (isReviewed && whyNotReviewed(read.row, context.maximumOfferLimitCents)) || "";
    const place = { sheet, table: number, line: record.line };
    if (sheet !== "users") tally.count(sheet);
    if (reason && sheet !== "users") tally.refuse(place, reason);
    if (read === null) continue;
    const { row } = read;
    const isUnread = reason !== "";
    // What is found in customers was said when the customers were brought.
    if (sheet !== "users" && !isUnread)
      for (const { kind, text } of [...rowFindings(record), ...read.findings]) tally.find(place, kind, text);
    if (isReviewed && !isUnread) tally.find(place, "mended", TO_REVIEW);
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
    await stage.say(tally.takeSaid());
  }
  await stage.add(rows);
  await stage.say(tally.takeSaid());
}

const NO_CUSTOMER = "customerId: there is no customer with this id from this source.";
const NO_APPLICATION =
  "applicationId: there is no application with this id, neither in these files nor here.";

/** The outcome of the rows of customers, and what is to be written of them. On a trial nothing is written. */
async function planCustomers(
  context: BookContext,
  stage: Stage,
  batch: ReadonlyMap<string, StagedRow[]>,
  tally: BookTally,
): Promise<PlannedCustomer[]> {
  const { source } = context.run;
  const today = newYorkDate(context.now());
  const keys = [...batch.keys()].map((customer) => externalKey(source, customer));
  const users = await context.db.read.user.findMany({
    where: { importKey: { in: keys } },
    select: { id: true, importKey: true, dob: true },
  });
  const idByKey = new Map(users.map(({ id, importKey }) => [importKey, id]));
  // On a trial the customers of the same files are not here yet.
  const would = context.dryRun
    ? await stage.findWritten([...keys, ...users.map(({ id }) => changedKey(id))])
    : new Map<string, string>();
  const bornByKey = new Map([
    ...keys.map((key) => [key, would.get(key)] as const),
    ...users.map(
      ({ id, importKey, dob }) =>
        [importKey ?? "", would.get(changedKey(id)) || dob?.toISOString().slice(0, 10)] as const,
    ),
  ]);
  const numbered = new Map([...batch].map(([customer, rows]) => [customer, numberRemarks(rows)]));
  const idOf = (customer: string) =>
    customer === "" ? undefined : idByKey.get(externalKey(source, customer));
  const here = await readHere(context, numbered, idOf, today);
  const planned: PlannedCustomer[] = [];
  for (const [customer, all] of numbered) {
    const rows = all.filter(({ isUnread }) => !isUnread);
    const userId = idOf(customer);
    if (customer === "" || (userId === undefined && !would.has(externalKey(source, customer)))) {
      const namesCustomer = ({ row }: StagedRow) =>
        row.customerId !== undefined || row.externalId !== undefined;
      for (const row of rows) tally.refuse(row, namesCustomer(row) ? NO_CUSTOMER : NO_APPLICATION);
      continue;
    }
    const free = rows.filter((row) => {
      const reason = here.whyTaken(row, userId);
      if (reason !== null) tally.refuse(row, reason, here.takenKind(row.sheet));
      return reason === null;
    });
    const isLacking = all
      .filter((row) => !free.includes(row))
      .some(({ sheet }) => sheet === "applications" || sheet === "payments");
    const plan = planBook(await withoutLostDocuments(context, free, tally), {
      here: here.of(userId),
      today,
      born: bornByKey.get(externalKey(source, customer)) ?? "",
      isLacking,
      update: context.update,
    });
    tally.plan(plan, userId);
    planned.push({ userId: userId ?? 0, customer, plan });
  }
  return planned;
}

/** Equal remarks of a customer are counted, so that each is known again. */
function numberRemarks(rows: readonly StagedRow[]): StagedRow[] {
  const counts = new Map<string, number>();
  return rows.map((staged) => {
    if (staged.sheet !== "remarks" || staged.isUnread) return staged;
    const key = remarkKey({ source: "" }, staged.customer, staged.row);
    const nth = (counts.get(key) ?? 0) + 1;
    counts.set(key, nth);
    return nth === 1 ? staged : { ...staged, row: { ...staged.row, [REMARK_NTH]: nth } };
  });
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
