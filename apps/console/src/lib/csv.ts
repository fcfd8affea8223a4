import {
  columnKind,
  type ExportFormat,
  fileNameIn,
  KIND_FORMATS,
  spreadsheetCell,
  XLSX_TYPE,
} from "@countinghouse/validators/exports/cells";
import { stringify } from "csv-stringify/browser/esm/sync";
import { saveBlob } from "./save-file.ts";

/**
 * A table for a file, its titles first. Its cells are ready: text went through `harmlessText`, money is in dollars, and what is
 * not known is null.
 */
export type FileTable = readonly [readonly string[], ...(readonly (string | number | null)[])[]];

/** A table as CSV, as spreadsheets read it. */
export const toCsv = (table: FileTable): string => stringify([...table], { bom: true });

/** A table as a file in the form that is asked for. */
async function tableFile(table: FileTable, format: ExportFormat): Promise<Blob> {
  if (format === "csv") return new Blob([toCsv(table)], { type: "text/csv" });
  const { writeXlsxStream } = await import("hucre/xlsx");
  const [titles, ...rows] = table;
  const kinds = titles.map(columnKind);
  const stream = writeXlsxStream(
    rows.map((row) => row.map((cell, index) => spreadsheetCell(kinds[index] ?? "text", cell))),
    {
      name: "Export",
      columns: titles.map((header, index) => ({ header, numFmt: KIND_FORMATS[kinds[index] ?? "text"] })),
      freezePane: { rows: 1 },
    },
  );
  return new Response(stream, { headers: { "content-type": XLSX_TYPE } }).blob();
}

/** Saves a table in the form that is asked for, under the name that it has as CSV. */
export const saveTable = async (csvName: string, table: FileTable, format: ExportFormat): Promise<void> =>
  saveBlob(fileNameIn(format, csvName), await tableFile(table, format));
