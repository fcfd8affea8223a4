import { FORMULA_WITHOUT_VALUE } from "@countinghouse/validators/import/cells";
import { readXlsx } from "hucre/xlsx";

const UNSTORED =
  /(?:<\/(?:\w+:)?f>|<(?:\w+:)?f\b[^<>]*\/>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/;
/** A number format that shows a percent sign without counting in hundredths, or the sign of another currency. */
const PERCENT_SIGN = /"\s*%\s*"|\\%/;
const OTHER_CURRENCY = /[€£¥₹]|\[\$(?!\$|-|US)[^\]-]+/;
const OVERLAP = 400;

/** Searches the parts of a workbook for cells that must be read with their formulas and formats. */
export function createShownCellsSearch() {
  let isFound = false;
  return {
    isFound: () => isFound,
    /** Searches the content of a part, and passes it on. */
    async *search(name: string, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      let carried = "";
      const isStyles = /styles\.xml$/i.test(name);
      const isSheet = /worksheets\/[^/]+\.xml$/i.test(name);
      for await (const piece of content) {
        yield piece;
        if (isFound || !(isSheet || isStyles)) continue;
        const text = carried + piece.toString("utf8");
        const formats = isStyles ? text.replaceAll("&quot;", '"') : "";
        isFound = isSheet ? UNSTORED.test(text) : PERCENT_SIGN.test(formats) || OTHER_CURRENCY.test(formats);
        carried = text.slice(-OVERLAP);
      }
    },
  };
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

type ReadShownCells = (sheet: string) => Promise<ReadonlyMap<string, string>>;

/** Caches the cells of the sheet that was read last, because those of all sheets can be too many for the memory. */
export function createShownCellsReader(read: ReadShownCells): ReadShownCells {
  let latest: { sheet: string; shown: ReadonlyMap<string, string> } | null = null;
  return async (sheet) => {
    if (latest?.sheet === sheet) return latest.shown;
    latest = null;
    const shown = await read(sheet);
    latest = { sheet, shown };
    return shown;
  };
}
