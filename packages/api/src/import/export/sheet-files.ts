import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { isEscaped } from "@countinghouse/validators/import/cells";
import type { Column } from "@countinghouse/validators/import/column";
import { SHEET_NAMES, type SheetName, sheetColumns } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { centsToInput } from "@countinghouse/validators/money";
import { stringify } from "csv-stringify/sync";
import { DomainError } from "../../errors.ts";
import { harmlessText } from "../../harmless-text.ts";
import { guardedCell } from "../guarded-cell.ts";

/** A value of a row on its way into a file: what is not known has none. */
export type Outgoing = Readonly<Record<string, BookRow[string] | null | undefined>>;

/** The files of a book, one a sheet, with the headers of the templates. */
export interface SheetFiles {
  write(sheet: SheetName, rows: readonly Outgoing[]): Promise<void>;
  counts: ReadonlyMap<SheetName, number>;
  close(): Promise<void>;
}

/** How the file of a sheet is called. */
export const sheetFile = (sheet: SheetName): string => `${sheet}.csv`;

/** The header of a sheet, as templates and exports have it. */
export const sheetHeader = (sheet: SheetName): string[] =>
  Object.values(sheetColumns(sheet)).map(({ title }) => title);

/** Opens the files in a folder that is empty or is made. They hold secrets: only their owner can read them. Throws INVALID. */
export async function openSheetFiles(folder: string): Promise<SheetFiles> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new DomainError("INVALID", `${folder} is not empty.`);
  const counts = new Map<SheetName, number>();
  const streams = new Map<SheetName, WriteStream>();
  for (const sheet of SHEET_NAMES) {
    const stream = createWriteStream(path.join(folder, sheetFile(sheet)), { mode: 0o600 });
    stream.write(stringify([sheetHeader(sheet)], { bom: true }));
    streams.set(sheet, stream);
    counts.set(sheet, 0);
  }
  return {
    counts,
    async write(sheet, rows) {
      const stream = streams.get(sheet);
      if (stream === undefined || rows.length === 0) return;
      counts.set(sheet, (counts.get(sheet) ?? 0) + rows.length);
      const columns = Object.entries(sheetColumns(sheet));
      const text = stringify(
        rows.map((row) => columns.map(([field, column]) => formatCell(column, row[field]))),
      );
      if (!stream.write(text)) await once(stream, "drain");
    },
    async close() {
      for (const stream of streams.values()) {
        stream.end();
        await finished(stream);
      }
    },
  };
}

function formatCell({ kind }: Column, value: Outgoing[string]): string {
  if (value === null || value === undefined || value === "") return "";
  if (kind === "money") return centsToInput(Number(value));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  return guardedCell(value) ?? (isEscaped(value) ? `'${harmlessText(value)}` : harmlessText(value));
}
