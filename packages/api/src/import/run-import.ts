import { randomUUID } from "node:crypto";
import path from "node:path";
import { DomainError } from "../errors.ts";
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
import { readProfile, saveProfile } from "./profile.ts";
import { type OpenFile, openFile, type ReadingOptions, type Table } from "./reading/open-table.ts";
import { finishRun, startRun } from "./runs.ts";

export { sheetWords } from "@countinghouse/validators/import/outcome";

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
  tables: TableSummary[];
  /** Null where the files hold customers alone, without balances. */
  book: BookSummary | null;
  /** How each table was read. */
  read: ReadTable[];
  /** Sheets of workbooks of which nothing was understood. */
  passedOver: string[];
}

/** A table as it was read: its file, how it stands there, and its first rows. */
export interface ReadTable extends Pick<Table, "layout" | "sample"> {
  file: string;
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
  const mapping = { ...(await readProfile(db, source)), ...options.reading?.mapping };
  const opened: OpenFile[] = [];
  const tables: NamedTable[] = [];
  let stage: Stage | null = null;
  try {
    for (const file of files) {
      const open = await openFile(file, { ...options.reading, mapping });
      opened.push(open);
      tables.push(...open.tables.map((table) => ({ file, table })));
    }
    const read = tables.map(({ file, table: { layout, sample } }) => ({ file, layout, sample }));
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
      onWouldAdd: async (importKeys) => stage?.addNew(importKeys),
    };
    if (!dryRun) await startRun(context);
    if (!dryRun) options.onBegun?.();
    if (!dryRun && options.reading?.mapping) await saveProfile(context, mapping);
    const summaries: TableSummary[] = [];
    for (const { file, table } of tables.filter((named) => named.table.layout.sheet === "users"))
      summaries.push(await importUserTable(context, file, table, options.onProgress));
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
      passedOver: opened.flatMap(({ passedOver }) => passedOver),
    };
  } finally {
    stage?.close();
    for (const { close } of opened) await close();
  }
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
