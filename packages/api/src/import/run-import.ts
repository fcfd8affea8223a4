import { randomUUID } from "node:crypto";
import path from "node:path";
import { ASKS } from "@countinghouse/validators/import/asks";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { DomainError, refuseWhen } from "../errors.ts";
import type { DocumentPlaces } from "./book/documents.ts";
import { type BookSummary, importBook } from "./book/import-book.ts";
import { listedDocuments } from "./book/listed-documents.ts";
import { openStage, type Stage } from "./book/stage.ts";
import { isAtWork } from "./book/to-review.ts";
import {
  type ImportContext,
  type ImportProgress,
  importUserTable,
  type TableSummary,
} from "./import-users.ts";
import { assertColumnsExist, keptColumns, readProfile, saveProfile } from "./profile.ts";
import { type FoundTable, openFiles, type ReadingOptions, type Table } from "./reading/open-table.ts";
import { finishRun, startRun } from "./runs.ts";

export { sheetLabel, sheetWords } from "@countinghouse/validators/import/outcome";

export interface ImportOptions
  extends Pick<ImportContext, "db" | "vault" | "now" | "dryRun">,
    Partial<Pick<ImportContext, "strict" | "update" | "signal">> {
  files: readonly string[];
  /** The system the files come from: its ids are known under this name when they come again. */
  source: string;
  /** In whose name it is done, by e-mail address; needed for more than customers. */
  email?: string;
  /** The most that may be offered, in cents; it is not asked where it is left out. */
  maximumOfferLimitCents?: number;
  /** Where the documents of the book are, and where they are to be stored. */
  documents?: DocumentPlaces;
  reading?: ReadingOptions;
  /** Names the import; one that was stopped goes on under its own. */
  runId?: string;
  /** Called once it is written down that it has begun, and before anything is brought. */
  onBegun?: () => void;
  /** Called about once a second. */
  onProgress?: (progress: ImportProgress) => void;
  /** Called with how many customers have got the rest of their book. */
  onBookProgress?: (customers: number) => void;
}

export interface ImportSummary {
  tables: (TableSummary & { file: string })[];
  /** Null where the files hold customers alone, without balances. */
  book: BookSummary | null;
  /** How each table was read. */
  read: FoundTable[];
  /** Sheets of workbooks of which nothing was understood. */
  passedOver: string[];
}

interface NamedTable {
  file: string;
  table: Table;
}

/**
 * Imports files of another system: customers first, then all the rest of their book. A trial tells the same and changes nothing.
 * What is said of the columns is kept for the source, and taken again when the next file of it comes. Throws INVALID when a
 * file as a whole can not be read.
 */
export async function importFiles(options: ImportOptions): Promise<ImportSummary> {
  const { files, source, db, vault, now, dryRun, strict = false, update = false, signal } = options;
  const kept = await readProfile(db, source);
  const { found: read, close } = await openFiles(files, {
    ...options.reading,
    kept,
    today: newYorkDate(now()),
  });
  const tables: NamedTable[] = read.flatMap(({ file, tables: own }) => own.map((table) => ({ file, table })));
  let stage: Stage | null = null;
  try {
    assertColumnsExist(read, options.reading?.mapping ?? []);
    refuseWhen(dryRun ? null : whyNotAnswered(read));
    const { documents } = options;
    // Documents that no sheet lists are told by the folders they lie in.
    if (documents && !tables.some(({ table }) => table.layout.sheet === "documents"))
      tables.push({ file: documents.folder, table: listedDocuments(documents.folder) });
    // Before its own customers are brought.
    const wasAtWork = await isAtWork(db);
    const isBook = tables.some(({ table }) => table.layout.sheet !== "users" || hasBalances(table));
    const adminId = isBook ? await findAdmin(options) : "";
    const run = {
      id: options.runId ?? randomUUID(),
      file: files.map((file) => path.basename(file)).join(", ") || "documents",
      source,
    };
    if (isBook) stage = await openStage(db, source);
    const context: ImportContext = {
      ...{ db, vault, now, dryRun, strict, update, run, signal },
      onWouldWrite: async (customers) => stage?.addWritten(customers),
    };
    if (!dryRun) await startRun(context);
    if (!dryRun) options.onBegun?.();
    if (!dryRun) await saveProfile(context, kept, keptColumns(read));
    const summaries: ImportSummary["tables"] = [];
    for (const { file, table } of tables.filter((named) => named.table.layout.sheet === "users"))
      summaries.push({ file, ...(await importUserTable(context, file, table, options.onProgress)) });
    const book =
      stage === null
        ? null
        : await importBook(
            {
              ...{ ...context, adminId, documents: options.documents ?? null },
              ...{ isAtWork: wasAtWork, maximumOfferLimitCents: options.maximumOfferLimitCents },
            },
            stage,
            tables.map(({ file, table }) => ({ file, ...table })),
            options.onBookProgress,
          );
    if (!dryRun) await finishRun(context);
    return {
      tables: summaries,
      book,
      read,
      passedOver: read.flatMap(({ kind, layout: { tab } }) => (kind === null && tab !== null ? tab : [])),
    };
  } finally {
    stage?.close();
    await close();
  }
}

/** Why tables can not be imported before something is chosen, or null. */
function whyNotAnswered(read: readonly FoundTable[]): string | null {
  const asked = read.find(({ layout }) => layout.asks.length > 0);
  const [ask] = asked?.layout.asks ?? [];
  return asked && ask ? `${asked.place}: ${ASKS[ask]}` : null;
}

const hasBalances = ({ layout }: Table): boolean => layout.headings.some(({ field }) => field === "balance");

/** Notes and payments have somebody who wrote them down. */
async function findAdmin({ db, email = "" }: ImportOptions): Promise<string> {
  const admin = await db.read.admin.findUnique({
    where: { email: email.toLowerCase() },
    select: { id: true, role: true },
  });
  if (admin?.role === "SUPERADMIN") return admin.id;
  throw new DomainError(
    "INVALID",
    email
      ? `${email} is not the e-mail address of a SUPERADMIN.`
      : "These files hold more than customers. Say in whose name they are brought: --email=ADDRESS of a SUPERADMIN.",
  );
}
