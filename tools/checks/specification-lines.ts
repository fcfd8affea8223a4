import type { SourceFile } from "./repository-files.ts";

const DOCUMENT = "docs/specification.md";
/** What stands in place of a test where nothing is claimed, or where another place claims it. */
const NO_CLAIM = /^(see|not kept)\b/;

/** The rows of the walk through the specification that name no test, or one that is not where they say. */
export function unprovenLines(files: readonly SourceFile[]): string[] {
  const text = files.find(({ path }) => path === DOCUMENT)?.text ?? "";
  return parseRows(text).flatMap(({ line, proof }) => {
    const at = `${DOCUMENT}:${line}`;
    const cited = testsIn(proof);
    if (cited.length === 0) return NO_CLAIM.test(proof) ? [] : [`${at} names no test`];
    return cited.flatMap(({ file, title }) => {
      const found = files.filter(({ path }) => path === file || path.endsWith(`/${file}`));
      if (found.length !== 1) return [`${at} names ${file}, which is ${found.length} files`];
      return found[0]?.text.includes(title) ? [] : [`${at}: ${file} has no test “${title}”`];
    });
  });
}

/** The texts in quotation marks of a row's first cell that stand in no file which the row names: it tells of something else. */
export function untoldTexts(files: readonly SourceFile[]): string[] {
  const text = files.find(({ path }) => path === DOCUMENT)?.text ?? "";
  return parseRows(text).flatMap(({ line, claim, cells, proof }) => {
    if (NO_CLAIM.test(proof)) return [];
    const named = [...cells.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name]) => name ?? "");
    const told = files
      .filter(({ path }) => named.some((name) => path === name || path.endsWith(`/${name}`)))
      .map((file) => plain(file.text))
      .join("\n");
    return textsIn(claim)
      .filter((piece) => !told.includes(plain(piece)))
      .map((piece) => `${DOCUMENT}:${line}: nothing that it names has “${piece}”`);
  });
}

/** What stands between quotation marks, in the pieces that do not differ each time. */
const textsIn = (claim: string): string[] =>
  [...claim.matchAll(/(?<!\w)'(.+?)'(?!\w)/g)]
    .flatMap(([, quoted = ""]) => quoted.split(/…|\.\.\.|\{[^}]*\}|\([^)]*\)/))
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 2);

const plain = (text: string): string => text.replaceAll("\\", "").replace(/\s+/g, " ").toLowerCase();

interface Row {
  line: number;
  /** Its first cell. */
  claim: string;
  /** All of it. */
  cells: string;
  /** Its last cell. */
  proof: string;
}

/** The rows of all tables, without their heads. */
function parseRows(markdown: string): Row[] {
  const lines = markdown.split("\n");
  return lines.flatMap((text, index) => {
    const isRow = text.startsWith("|") && !isRule(text) && !isRule(lines[index + 1] ?? "");
    return isRow
      ? [
          {
            line: index + 1,
            claim: splitCells(text).at(1) ?? "",
            cells: text,
            proof: splitCells(text).at(-1) ?? "",
          },
        ]
      : [];
  });
}

const isRule = (line: string): boolean => /^\|[\s|:-]+$/.test(line);

const splitCells = (row: string): string[] =>
  row
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** “title” after `file`: several titles may follow one file. */
function testsIn(proof: string): { file: string; title: string }[] {
  const parts = proof.matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`|“([^”]+)”/g);
  const cited: { file: string; title: string }[] = [];
  let file = "";
  for (const [, named, title] of parts) {
    if (named !== undefined) file = named;
    else if (title !== undefined) cited.push({ file, title });
  }
  return cited;
}
