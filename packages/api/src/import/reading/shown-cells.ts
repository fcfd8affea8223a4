import { FORMULA_WITHOUT_VALUE } from "@countinghouse/validators/import/cells";
import { readXlsx } from "hucre/xlsx";
import { BOOK_LIMITS } from "../../incoming-files/content.ts";
import { keptInMemory } from "../../incoming-files/kept-bytes.ts";
import { readEntries } from "../../incoming-files/zip-entries.ts";

const UNSTORED =
  /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f\b[^<>]*\/>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/;
/** A number format that shows a percent sign without counting in hundredths, or the sign of another currency. */
const PERCENT_SIGN = /"\s*%\s*"|\\%/;
const OTHER_CURRENCY = /[€£¥₹]|\[\$(?!\$|-|US)[^\]-]+/;
const OVERLAP = 400;

/** Whether the cells of a workbook have to be read with their formulas and formats. */
export async function hasShownCells(bytes: Buffer): Promise<boolean> {
  for await (const { name, content } of readEntries(keptInMemory(bytes), BOOK_LIMITS)) {
    let carried = "";
    let isFound = false;
    const isStyles = /styles\.xml$/i.test(name);
    const isSheet = /worksheets\/[^/]+\.xml$/i.test(name);
    for await (const piece of content) {
      if (isFound || !(isSheet || isStyles)) continue;
      const text = carried + piece.toString("utf8");
      const formats = isStyles ? text.replaceAll("&quot;", '"') : "";
      isFound = isSheet ? UNSTORED.test(text) : PERCENT_SIGN.test(formats) || OTHER_CURRENCY.test(formats);
      carried = text.slice(-OVERLAP);
    }
    if (isFound) return true;
  }
  return false;
}

/** The texts of cells of a sheet that say something else than their values, by "row,column" from 0. */
export async function readShownCells(bytes: Buffer, sheet: string): Promise<ReadonlyMap<string, string>> {
  const { sheets } = await readXlsx(bytes, { sheets: [sheet], readStyles: true });
  const shown = new Map<string, string>();
  for (const [place, { value, formula, formulaResult, style }] of sheets[0]?.cells ?? []) {
    const format = style?.numFmt ?? "";
    const stored = value ?? formulaResult ?? null;
    if (formula !== undefined && (stored === null || stored === "")) shown.set(place, FORMULA_WITHOUT_VALUE);
    else if (typeof stored !== "number") continue;
    else if (PERCENT_SIGN.test(format)) shown.set(place, `${stored}%`);
    else if (OTHER_CURRENCY.test(format)) shown.set(place, `€${stored}`);
  }
  return shown;
}
