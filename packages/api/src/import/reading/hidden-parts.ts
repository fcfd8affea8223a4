import { BOOK_LIMITS } from "../../incoming-files/content.ts";
import type { KeptBytes } from "../../incoming-files/kept-bytes.ts";
import { readEntries } from "../../incoming-files/zip-entries.ts";
import { createShownCellsSearch } from "./shown-cells.ts";

/** The rows and columns of a sheet that the workbook hides, counted from 0. */
export interface HiddenParts {
  rows: ReadonlySet<number>;
  columns: ReadonlySet<number>;
}

/** A spreadsheet has no more. */
const MOST_COLUMNS = 16_384;
/** The longest tag that is read across two pieces. */
const LONGEST_TAG = 4_096;
const TAG = /<(?:\w+:)?(row|col)\b([^>]*)>/g;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|[\\s:])${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * Unpacks a workbook once. Returns the hidden rows and columns of each sheet that has some, by its name, and whether cells must be read
 * with their formulas and formats.
 */
export async function readWorkbookParts(
  kept: KeptBytes,
): Promise<{ hidden: ReadonlyMap<string, HiddenParts>; hasShownCells: boolean }> {
  const shown = createShownCellsSearch();
  const parts = new Map<string, HiddenParts>();
  let workbook = "";
  let relations = "";
  for await (const entry of readEntries(kept, BOOK_LIMITS)) {
    const { name } = entry;
    const content = shown.search(name, entry.content);
    if (/^xl\/worksheets\/[^/]+\.xml$/.test(name)) parts.set(name, await readSheet(content));
    else if (name === "xl/workbook.xml") workbook = await readText(content);
    else if (name === "xl/_rels/workbook.xml.rels") relations = await readText(content);
    else for await (const _ of content);
  }
  const targets = new Map(
    tags(relations, "Relationship").map((tag) => [attribute(tag, "Id"), attribute(tag, "Target") ?? ""]),
  );
  const hidden = tags(workbook, "sheet").flatMap((tag): [string, HiddenParts][] => {
    const target = targets.get(attribute(tag, "id")) ?? "";
    const found = parts.get(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
    const hides = found && found.rows.size + found.columns.size > 0;
    return hides ? [[unescapeXml(attribute(tag, "name") ?? ""), found]] : [];
  });
  return { hidden: new Map(hidden), hasShownCells: shown.isFound() };
}

const tags = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\b([^>]*)>`, "g"))].map(([, inside = ""]) => inside);

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'", "&amp;": "&" }),
);
const unescapeXml = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => ENTITIES.get(entity) ?? entity);

async function readText(content: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

async function readSheet(content: AsyncIterable<Buffer>): Promise<HiddenParts> {
  const rows = new Set<number>();
  const columns = new Set<number>();
  let carried = "";
  let row = -1;
  for await (const piece of content) {
    const text = carried + piece.toString("latin1");
    let end = 0;
    for (const { 0: tag, 1: what, 2: inside = "", index } of text.matchAll(TAG)) {
      end = index + tag.length;
      const isHidden = /^(?:1|true)$/.test(attribute(inside, "hidden") ?? "");
      if (what === "row") {
        row = Number(attribute(inside, "r") ?? row + 2) - 1;
        if (isHidden && !inside.endsWith("/")) rows.add(row);
      } else if (isHidden) {
        const last = Math.min(Number(attribute(inside, "max")), MOST_COLUMNS);
        for (let at = Math.max(1, Number(attribute(inside, "min"))); at <= last; at += 1) columns.add(at - 1);
      }
    }
    carried = text.slice(Math.max(end, text.length - LONGEST_TAG));
  }
  return { rows, columns };
}
