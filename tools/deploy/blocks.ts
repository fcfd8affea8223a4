/** The documents whose commands an operator types. */
export const OPERATOR_DOCUMENTS = [
  "README.md",
  "docs/deploy.md",
  "docs/operations.md",
  "docs/backup.md",
  "docs/recovery.md",
  "docs/database.md",
  "docs/scaling.md",
];

/** Stands in the paragraph before a block that the machine of `npm run tool -- deploy` can not run, with the reason. */
const NOT_TRIED = "Not tried by `npm run tool -- deploy`:";
const BLOCK = /([^\n]*)\n\n```(?:sh|sql|cron)\n([\s\S]*?)\n```/g;

/** Lines of a document: from the first that begins with `from` to the one that begins with `to`, else to the end of its block. */
export interface Lines {
  from: string;
  to?: string;
}

/** The lines of each block of shell, SQL or cron that the document does not except, without lines of comment. */
export function triedBlocks(markdown: string): string[][] {
  return Array.from(markdown.matchAll(BLOCK), ([, before = "", code = ""]) =>
    before.includes(NOT_TRIED) ? [] : code.split("\n").filter((line) => line !== "" && !line.startsWith("#")),
  ).filter((lines) => lines.length > 0);
}

/** Those lines as they stand. Throws where no block of the document has them. */
export function linesOf(markdown: string, { from, to }: Lines): string[] {
  for (const block of triedBlocks(markdown)) {
    const first = block.findIndex((line) => line.startsWith(from));
    if (first === -1) continue;
    const last = to === undefined ? block.length - 1 : block.findIndex((line) => line.startsWith(to));
    return block.slice(first, last + 1);
  }
  throw new Error(`No block of the document has a line that begins with "${from}".`);
}
