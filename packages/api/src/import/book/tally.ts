import { SHEET_NAMES, type SheetName } from "@countinghouse/validators/import/columns";
import { type Finding, REPEATED } from "../report-files.ts";
import { changeableFields, whyLeft } from "./changes.ts";
import type { BookPlan } from "./customer-book.ts";
import type { Said, StagedRow } from "./stage.ts";

/** The outcome of the rows of one sheet: each row is one of those from `added` to `refused`. */
export interface SheetCount {
  sheet: SheetName;
  rows: number;
  added: number;
  alreadyThere: number;
  /** Rows that say something else than what is here, which stays. */
  otherwise: number;
  /** Rows that changed what is here, on demand. */
  updated: number;
  repeated: number;
  refused: number;
  /** Cells that could not be read, and cells that were mended, of rows that were not refused. */
  leftEmpty: number;
  mended: number;
}

/** Where a refused row stands, and why it is refused. */
export interface RefusedLine {
  table: number;
  line: number;
  reason: string;
}

const MOST_REFUSED_KEPT = 10_000;
type Place = Pick<StagedRow, "sheet" | "table" | "line">;

/** Counts the outcome of rows, and holds what is said of them until it is written down. */
export class BookTally {
  customers = 0;
  private readonly counts = new Map<SheetName, SheetCount>();
  private readonly refused: RefusedLine[] = [];
  private said: Said[] = [];

  count(sheet: SheetName): void {
    this.of(sheet).rows += 1;
  }

  find({ sheet, table, line }: Place, kind: Finding["kind"], what: string): void {
    if (kind === "mended") this.of(sheet).mended += 1;
    if (kind === "left empty") this.of(sheet).leftEmpty += 1;
    this.said.push({ table, line, kind, what, reasonKind: "" });
  }

  refuse({ sheet, table, line }: Place, reason: string, reasonKind = reason): void {
    this.of(sheet).refused += 1;
    this.said.push({ table, line, kind: "refused", what: reason, reasonKind });
    if (this.refused.length < MOST_REFUSED_KEPT) this.refused.push({ table, line, reason });
  }

  plan({ book, refused, repeated, there }: BookPlan, userId: number | undefined): void {
    for (const { row, reason, kind } of refused) this.refuse(row, reason, kind);
    for (const row of repeated) {
      if (row.sheet !== "users") this.of(row.sheet).repeated += 1;
      this.find(row, "repeated", REPEATED);
    }
    for (const { row, differing, facts, changed } of there) {
      const outcome = changed.length > 0 ? "updated" : differing.length > 0 ? "otherwise" : "alreadyThere";
      this.of(row.sheet)[outcome] += 1;
      for (const { field, here, file } of differing) {
        const isChanged = changed.includes(field);
        const why =
          isChanged || changeableFields(row.sheet, [{ field, here, file }], facts).length > 0
            ? ""
            : ` ${whyLeft(row.sheet, field, facts)}`;
        const what = `user ${userId}, ${field}: "${here}" here, "${file}" in the file.${why}`;
        this.find(row, isChanged ? "changed" : "conflict", what);
      }
    }
    for (const sheet of SHEET_NAMES)
      if (sheet !== "users" && book[sheet].length > 0) this.of(sheet).added += book[sheet].length;
  }

  /** What was said since the last time. */
  takeSaid(): Said[] {
    const { said } = this;
    this.said = [];
    return said;
  }

  summary(): { sheets: SheetCount[]; customers: number; refused: RefusedLine[] } {
    const sheets = SHEET_NAMES.flatMap((sheet) => this.counts.get(sheet) ?? []);
    return { sheets, customers: this.customers, refused: this.refused };
  }

  private of(sheet: SheetName): SheetCount {
    const nothing = { rows: 0, added: 0, alreadyThere: 0, otherwise: 0, updated: 0, repeated: 0, refused: 0 };
    const count = this.counts.get(sheet) ?? { sheet, ...nothing, leftEmpty: 0, mended: 0 };
    this.counts.set(sheet, count);
    return count;
  }
}
