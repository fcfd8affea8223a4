import { lineOfFormula } from "./formula-cells.ts";
import { type KeptBytes, readPieces } from "./kept-bytes.ts";
import { whyNotOfficeDocument } from "./workbook.ts";
import type { ArchiveLimits } from "./zip-entries.ts";

/** What a document of a few megabytes may hold. */
export const DOCUMENT_LIMITS: ArchiveLimits = { entries: 2_000, bytes: 500_000_000, ratio: 100 };

/** What a workbook that is imported may hold: it is read row by row. */
export const BOOK_LIMITS: ArchiveLimits = { entries: 2_000, bytes: 4_000_000_000, ratio: 100 };

const OFFICE = new Set(["xlsx", "docx", "pptx"]);

/**
 * Why what is in a file is not taken, or null: an Office document that does more than say something, or a table with a cell that
 * a spreadsheet would run. `extension` is the end of its name, in small letters. Other kinds are not looked into.
 */
export async function whyNotContent(
  kept: KeptBytes,
  extension: string,
  limits = DOCUMENT_LIMITS,
): Promise<string | null> {
  if (OFFICE.has(extension)) return whyNotOfficeDocument(kept, limits);
  if (extension !== "csv") return null;
  const line = await lineOfFormula(readPieces(kept));
  return line === null
    ? null
    : `A spreadsheet would run line ${line.toLocaleString("en-US")} as a formula. Put an apostrophe in front of it.`;
}
