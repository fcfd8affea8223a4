import type { Ask } from "./asks.ts";
import type { SheetName } from "./columns.ts";
import type { DateOrder } from "./dates.ts";
import type { Heading } from "./headings.ts";
import type { TableKind } from "./kinds.ts";
import type { NumberFormat } from "./values.ts";

/** How a table was read: what was found out of it, and what each column is taken for. */
export interface TableReading {
  file: string;
  /** The sheet of a workbook. */
  tab: string | null;
  /** Names it in the settings: the file, or the file and the sheet of a workbook. A plan of the release before does not say it. */
  place?: string;
  /** Its kind; null where it is left out, or where the user has to say it. */
  sheet: TableKind | null;
  /** The question that has to be answered before the import can begin; null where there is none. */
  asked?: string | null;
  /** Rows, and names of columns, that the workbook hides. */
  hidden?: { rows: number; columns: string[] } | null;
  /** The column, from 1, at which a second table begins beside this one, and its rows that were left out. */
  second?: { column: number; rows: number } | null;
  encoding: string | null;
  separator: string | null;
  titleLines: number;
  /** Where the names of the columns stand; a plan of the release before does not say it. */
  headerLine?: number | null;
  dates: DateOrder;
  /** Some dates of the first rows can only be month first, and some only day first. */
  datesDisagree: boolean;
  numbers: NumberFormat;
  ssnLostZeros: boolean;
  /** The days of the workbook are counted from 1904. */
  daysFrom1904?: boolean;
  /** What has to be chosen before the table is imported. */
  asks?: Ask[];
  columns: (Pick<Heading, "header" | "field" | "how" | "repeats"> & {
    samples: string[];
    /** Rows in which it says otherwise than the column that it repeats. */
    differing?: number;
  })[];
}

const counted = (number: number, word: string): string =>
  `${number.toLocaleString("en-US")} ${word}${number === 1 ? "" : "s"}`;

/** Says what a workbook hides on a sheet. */
export const hiddenWords = ({ rows, columns }: NonNullable<TableReading["hidden"]>): string =>
  `The workbook hides ${[
    ...(rows > 0 ? [counted(rows, "row")] : []),
    ...(columns.length > 0 ? [`${counted(columns.length, "column")} (${columns.join(", ")})`] : []),
  ].join(" and ")}.`;

/** Says that another table is beside this one. */
export const secondTableWords = ({ column, rows }: NonNullable<TableReading["second"]>): string =>
  `A second table begins at column ${column}. It is not read: ${counted(rows, "row")} of it alone were left out. Save it as a file of its own.`;

/** What became of the rows of customers so far. */
export interface RowCounts {
  rows: number;
  loaded: number;
  completed: number;
  updated: number;
  alreadyThere: number;
  repeated: number;
  refused: number;
}

/** How far the work under way is. */
export interface JobProgress extends RowCounts {
  /** Customers with the rest of their book. */
  customers: number;
}

/** The rows of customers of all tables, their cells, and the lines below them that are no rows. */
export interface UserCounts extends RowCounts {
  leftEmpty: number;
  mended: number;
  conflicts: number;
  footers: number;
}

/** The outcome of the rows of one sheet. A plan of an older release does not have every count. */
export interface SheetOutcome {
  sheet: SheetName;
  rows: number;
  added?: number;
  alreadyThere?: number;
  /** Rows that say something else than what is here, which stays. */
  otherwise?: number;
  updated?: number;
  repeated?: number;
  refused: number;
  leftEmpty?: number;
  mended?: number;
}

/** The counts of a sheet in words, those of none left out but for its rows and the refused ones. */
export function sheetWords(sheet: SheetOutcome): string {
  const {
    rows,
    added = 0,
    alreadyThere = 0,
    otherwise = 0,
    updated = 0,
    repeated = 0,
    leftEmpty = 0,
    mended = 0,
  } = sheet;
  const count = (number: number) => number.toLocaleString("en-US");
  const some = (number: number, words: string) => (number > 0 ? [`${count(number)} ${words}`] : []);
  return [
    ...some(rows, rows === 1 ? "row" : "rows"),
    ...some(added, "new"),
    ...some(alreadyThere, "already there"),
    ...some(otherwise, "otherwise here and left"),
    ...some(updated, "changed"),
    ...some(repeated, "repeated"),
    `${count(sheet.refused)} refused`,
    ...some(leftEmpty, `${leftEmpty === 1 ? "cell" : "cells"} left empty`),
    ...some(mended, `${mended === 1 ? "cell" : "cells"} mended`),
  ].join(", ");
}

/** What the rows of a sheet are called beside their counts: those of customers are counted apart from their balances. */
export const sheetLabel = ({ sheet }: SheetOutcome): string => (sheet === "users" ? "balances" : sheet);

/** What becomes of the rows of an import, or would: the plan and the report are the same. */
export interface ImportOutcome {
  tables: TableReading[];
  users: UserCounts;
  book: { sheets: SheetOutcome[]; customers: number } | null;
  /** Refused rows by reason, the most frequent first. */
  reasons: { reason: string; rows: number }[];
  /** Sheets of workbooks of which nothing was understood. */
  passedOver: string[];
}
