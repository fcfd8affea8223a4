import type { SourceFile } from "./repository-files.ts";

const DOCUMENT = "docs/specification.md";
/** What stands in place of a test where nothing is claimed, or where another place claims it. */
const NO_CLAIM = /^(see|not kept)\b/;

/** The rows of the walk through the specification that name no test, or one that is not where they say. */
export function unprovenLines(files: readonly SourceFile[]): string[] {
  const text = files.find(({ path }) => path === DOCUMENT)?.text ?? "";
  return rowsOf(text).flatMap(({ line, proof }) => {
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

interface Row {
  line: number;
  /** Its last cell. */
  proof: string;
}

/** The rows of all tables, without their heads. */
function rowsOf(markdown: string): Row[] {
  const lines = markdown.split("\n");
  return lines.flatMap((text, index) => {
    const isRow = text.startsWith("|") && !isRule(text) && !isRule(lines[index + 1] ?? "");
    return isRow ? [{ line: index + 1, proof: lastCell(text) }] : [];
  });
}

const isRule = (line: string): boolean => /^\|[\s|:-]+$/.test(line);

const lastCell = (row: string): string =>
  row
    .replace(/\|\s*$/, "")
    .split(/(?<!\\)\|/)
    .at(-1)
    ?.trim() ?? "";

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
