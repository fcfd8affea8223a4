import type { Ask } from "./asks.ts";
import type { SheetName } from "./columns.ts";
import type { DateOrder } from "./dates.ts";
import type { Heading } from "./headings.ts";
import type { NumberFormat } from "./values.ts";

/** How a table was read: what was found out of it, and what each column is taken for. */
export interface TableReading {
  file: string;
  /** The sheet of a workbook. */
  tab: string | null;
  sheet: SheetName;
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
  columns: (Pick<Heading, "header" | "field" | "how"> & { samples: string[] })[];
}

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

/** What becomes of the rows of an import, or would: the plan and the report are the same. */
export interface ImportOutcome {
  tables: TableReading[];
  users: UserCounts;
  book: {
    sheets: { sheet: SheetName; rows: number; refused: number; leftEmpty?: number; mended?: number }[];
    customers: number;
  } | null;
  /** Refused rows by reason, the most frequent first. */
  reasons: { reason: string; rows: number }[];
  /** Sheets of workbooks of which nothing was understood. */
  passedOver: string[];
}
