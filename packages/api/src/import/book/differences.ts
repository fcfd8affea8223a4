import { type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { formatCents } from "@countinghouse/validators/money";
import { momentOfText } from "./write-intents.ts";

/** A field of which the file says something else than what is here. */
export interface Difference {
  field: string;
  /** As they are shown. */
  here: string;
  file: string;
}

/** What is here of a row, by the fields of its sheet; a field that is not among them is not compared. */
export type Facts = Readonly<Record<string, string | number | boolean | null>>;

/** The fields of a row that say something else than the facts. A cell that says nothing is no difference. */
export function findDifferences(sheet: SheetName, row: BookRow, facts: Facts): Difference[] {
  const columns = sheetColumns(sheet);
  return Object.entries(row).flatMap(([field, file]) => {
    const here = facts[field];
    if (here === undefined) return [];
    const kind = columns[field]?.kind ?? "text";
    if (here !== null && toComparable(kind, here) === toComparable(kind, file)) return [];
    return [{ field, here: here === null ? "" : toShown(kind, here), file: toShown(kind, file) }];
  });
}

type Value = string | number | boolean;

function toComparable(kind: string, value: Value): Value {
  if (kind === "moment") return momentOfText(String(value)).getTime();
  if (kind === "money" || kind === "rate" || kind === "number") return Number(value);
  return String(value);
}

const toShown = (kind: string, value: Value): string =>
  kind === "money" ? formatCents(Number(value)) : String(value);
