import { ASKS, type Ask, type PaidInColumn, type SignRule } from "./asks.ts";
import type { DateOrder } from "./dates.ts";
import type { TableKind } from "./kinds.ts";
import type { NumberFormat } from "./values.ts";

/** Where the files of an import are sent to, by POST, one at a time, as a part of this name. */
export const IMPORT_FILES_PATH = "/api/import-files";
export const IMPORT_FILE_FIELD = "file";
/** Names the import that a file is of; the first file makes it. */
export const IMPORT_ID_HEADER = "x-import-id";
/** Where the rows of an import are had as a file, by POST; the id of the file follows. */
export const IMPORT_REPORT_PATH = "/api/exports/import-files/";

const MEGABYTE = 1_000_000;
export const LARGEST_IMPORT_FILE_BYTES = 250 * MEGABYTE;
export const MOST_IMPORT_FILES = 20;
/** Of files of imports that are not over, all together. */
export const MOST_IMPORT_BYTES_KEPT = 20_000 * MEGABYTE;
export const NO_ROOM = "The files of open imports take too much space. Finish or discard one first.";
/** Lines of the list of imports. */
export const IMPORTS_SHOWN = 25;

/** For a file picker: it offers these first. */
export const IMPORT_ACCEPT = ".csv,.txt,.tsv,.xlsx,.zip";
/** What is taken, in words. */
export const IMPORT_LIMITS = `CSV and other text files, XLSX, and ZIPs of documents, at most ${LARGEST_IMPORT_FILE_BYTES / MEGABYTE} MB each and ${MOST_IMPORT_FILES} files an import.`;

export const IMPORT_JOB_STATES = [
  "UPLOADED",
  "PLANNING",
  "PLANNED",
  "RUNNING",
  "PAUSED",
  "DONE",
  "FAILED",
  "DISCARDED",
] as const;
export type ImportJobState = (typeof IMPORT_JOB_STATES)[number];

/** How a state is called on the screen. */
export const IMPORT_STATE_WORDS: Readonly<Record<ImportJobState, string>> = {
  UPLOADED: "Files uploaded",
  PLANNING: "Planning",
  PLANNED: "Planned",
  RUNNING: "Importing",
  PAUSED: "Paused",
  DONE: "Done",
  FAILED: "Stopped",
  DISCARDED: "Discarded",
};

/** What can be done with an import. */
export type ImportStep = "addFile" | "plan" | "start" | "pause" | "resume" | "discard";

const POSSIBLE: Readonly<Record<ImportStep, readonly ImportJobState[]>> = {
  addFile: ["UPLOADED", "PLANNED"],
  plan: ["UPLOADED", "PLANNED"],
  start: ["PLANNED"],
  pause: ["RUNNING"],
  resume: ["PAUSED", "FAILED"],
  discard: ["UPLOADED", "PLANNED", "PAUSED", "FAILED"],
};

const WHY_NOT: Readonly<Record<ImportJobState, string>> = {
  UPLOADED: "This import has no plan yet.",
  PLANNING: "Its plan is being made.",
  PLANNED: "This import has not begun.",
  RUNNING: "This import is running. Pause it first.",
  PAUSED: "This import is paused.",
  DONE: "This import is done.",
  FAILED: "This import has stopped.",
  DISCARDED: "This import was discarded.",
};

/** Why a step can not be taken with an import in this state, or null. */
export const whyNotImportStep = (state: ImportJobState, step: ImportStep): string | null =>
  POSSIBLE[step].includes(state) ? null : WHY_NOT[state];

/** Why a plan can not be begun, or null. What stopped a plan is `error`. */
export const PLAN_IS_OTHER = "The plan was updated. Review it again.";
export const NO_FILES = "Upload a file first.";
export const TOO_MANY_FILES = `An import has at most ${MOST_IMPORT_FILES} files.`;

/** Why a file of this name and size (in bytes) is not taken, or null. What is in it is looked at when it is planned. */
export function whyNotImportFile({ name, sizeBytes }: { name: string; sizeBytes: number }): string | null {
  if (/[\\/]/.test(name)) return "This is not a file name.";
  if (!/\.(?:csv|txt|tsv|tab|xlsx|zip)$/i.test(name))
    return /\.xls$/i.test(name)
      ? "This is a workbook of the old kind (.xls). Save it as .xlsx."
      : "Only CSV, TXT, TSV and XLSX files and ZIPs of documents can be imported.";
  if (sizeBytes === 0) return "The file is empty.";
  return sizeBytes > LARGEST_IMPORT_FILE_BYTES
    ? `It is larger than ${LARGEST_IMPORT_FILE_BYTES / MEGABYTE} MB: npm run import takes it.`
    : null;
}

/** Why a plan can not be imported before something is chosen, or null. */
export function whyNotAnswered({ tables }: { tables: readonly { asks?: Ask[] }[] }): string | null {
  const ask = tables.flatMap(({ asks = [] }) => asks).at(0);
  return ask === undefined ? null : ASKS[ask];
}

/** Whether a file of an import holds documents, told by its name. */
export const isDocumentArchive = (name: string): boolean => /\.zip$/i.test(name);

/** Encodings that can be said instead of what was found out. */
export const IMPORT_ENCODINGS = ["utf-8", "windows-1252", "utf-16le", "utf-16be", "macintosh"] as const;
/** Separators by their names. */
export const IMPORT_SEPARATORS = { comma: ",", semicolon: ";", tab: "\t", pipe: "|" } as const;
export type ImportSeparatorName = keyof typeof IMPORT_SEPARATORS;
/** The values of each further choice for the reading of files, for page and command. */
export const READING_CHOICES = {
  dates: ["mdy", "dmy"],
  numbers: ["us", "eu"],
  signs: ["type", "amount"],
  paidIn: ["debit", "credit"],
} as const satisfies {
  dates: readonly DateOrder[];
  numbers: readonly NumberFormat[];
  signs: readonly SignRule[];
  paidIn: readonly PaidInColumn[];
};

/** How far down the names of the columns can be said to stand: so many rows are looked at before a file is read. */
export const LAST_HEADER_LINE = 200;
export const WRONG_HEADER_LINE = `Enter a line from 1 to ${LAST_HEADER_LINE}, or leave it empty to detect it.`;

/** A source is a plain word: ids of the other system are known under it. */
export const SOURCE_PATTERN = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** What the user says of one table. */
export interface TableChoice {
  /** The name of the file; of a sheet of a workbook `FILE#SHEET`. */
  place: string;
  /** Its kind; null leaves it out; it is found out where nothing is said. */
  kind?: TableKind | null | undefined;
  /** Columns by position, from 1, and the field of each, or null for a column that is not wanted. */
  columns: { position: number; field: string | null }[];
  /** The line that holds the names of its columns, 0 where no line does; that of the import where it is left out. */
  headerLine?: number | undefined;
  /** Which of Debit and Credit holds the payments of customers; that of the import where it is left out. */
  paidIn?: PaidInColumn | undefined;
}

/** How the files of an import are to be read and brought; null where it is found out. */
export interface ImportSettings {
  source: string;
  strict: boolean;
  update: boolean;
  encoding: (typeof IMPORT_ENCODINGS)[number] | null;
  separator: ImportSeparatorName | null;
  dates: DateOrder | null;
  numbers: NumberFormat | null;
  /** Which of type and sign decides the direction of payments; the release before does not say it. */
  signs?: SignRule | null;
  /** Which of Debit and Credit holds what customers paid; the release before does not say it. */
  paidIn?: PaidInColumn | null;
  /** The line that holds the names of the columns; what the release before was told does not say it. */
  headerLine?: number | null;
  /** What is said of tables and their columns; the columns are kept for the source. */
  tables?: TableChoice[] | undefined;
  /** Leaves out rows and columns that a workbook hides. */
  leaveOutHidden?: boolean | undefined;
  /** Fields by header, as the release before was told them. */
  mapping: Record<string, string | null>;
}

const SECRET_FIELDS: readonly (string | null)[] = ["ssn", "ein", "accountNumber", "token"];
const LONG_NUMBER = /(?:\d[\s().-]*){7,}/;

/**
 * A cell as it may be shown beside its column: of a secret column nothing but its shape, and so of a column that nobody
 * understood where the cell looks like a number that could be secret.
 */
export function sampleText(field: string | null, cell: string): string {
  const text = cell.trim().slice(0, MOST_SAMPLE_CHARACTERS);
  if (SECRET_FIELDS.includes(field)) return text.replace(/[\p{L}\p{N}]/gu, "•");
  return field === null && LONG_NUMBER.test(text) ? text.replace(/\d/g, "•") : text;
}
const MOST_SAMPLE_CHARACTERS = 40;
