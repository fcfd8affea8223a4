import { isTest, type SourceFile } from "./repository-files.ts";

/** The limits: for each folder the number of odd lines that it may have. A number may only go down. */
export const LIMITS = "tools/checks/plain-english.json";

/** A line of prose of a file: a comment, a line of a document, a title of a test, or a text of the screen. */
interface ProseLine {
  line: number;
  text: string;
}

/** Openers that make a reader wait for the subject. */
const OPENERS =
  /^(What|Who|Whose|Whom|Whoever|Whatever|Whether|Of|That|Nobody|Nothing|None|So (many|much|long|that))\b/;

/** Paraphrases that stand for a standard word, a word or a group of words each. */
const PARAPHRASES = [
  "told|tells of|heard of|hears of|whoever|whatever|nobody|anew|meanwhile|let off|gone by|put off",
  "as (it|they) (is|are|stands?|lies|comes?)",
  "(stands?|stood) (in|on|at|here|there|beside|for|as|twice|otherwise)",
  "(is|are|was|were|be|been) (kept|told|said|heard|asked after|looked at|looked after|seen to|begun)",
  "what (is|was|were|came|comes|became|becomes|follows|stands|stood|has|had)",
  "of (which|whom|it|them) (is|are|was|it|the|one)",
  "by (itself|themselves)|beside (it|them|the|each)|so (many|long|far as)|in the clear",
  "(a|the) press|presses|must not be (waited|told)|(is|are) dear",
];
const ODD = new RegExp(`\\b(${PARAPHRASES.join("|")})\\b`, "i");

const COMMENT = /^(?:\/\*\*?|\*|\/\/|#|--)\s?(.*?)(?:\*\/)?$/;
const COMMENT_BEHIND_CODE = /^[^"'`]*\s\/\/ (.+)$/;
const TITLE = /\b(?:test|it|describe|test\.step)(?:\.\w+)*\(\s*(["'`])(.+?)\1/;
const QUOTED = /(["'`])((?:(?!\1)[^\\]|\\.){12,}?)\1/g;
const SENTENCE = /^[A-Z](?=.* )(?!ELECT |NSERT |PDATE |ITH |ELETE )/;
const TEXT_OF_JSX = /^[A-Z][^<>{}=;]{12,}[a-z.]$/;
const LEAST_LENGTH = 12;

/** Returns whether a line opens with a relative clause or has a paraphrase instead of the standard word. A question may do both. */
export const isOdd = (text: string): boolean => !text.endsWith("?") && (OPENERS.test(text) || ODD.test(text));

/** The lines of prose of a file, without blocks of code. */
export function proseOf({ path, text }: SourceFile): ProseLine[] {
  const found = path.endsWith(".md") ? documentLines(text) : codeLines(path, text);
  return found
    .map(({ line, text: prose }) => ({ line, text: prose.replace(/\s+/g, " ").trim() }))
    .filter(({ text: prose }) => prose.length >= LEAST_LENGTH && /[a-z] [a-z]/.test(prose));
}

function documentLines(text: string): ProseLine[] {
  return text.split("\n").map((line, index) => ({
    line: index + 1,
    text: /^(```|!\[|<!--)/.test(line.trim())
      ? ""
      : line
          .trim()
          .replace(/^[-*|#>\d. ]+/, "")
          .replace(/\|/g, " "),
  }));
}

function codeLines(path: string, text: string): ProseLine[] {
  const hasTitles = /\.(test|e2e)\.tsx?$/.test(path);
  return text.split("\n").flatMap((raw, index) => {
    const line = index + 1;
    const code = raw.trim();
    const [, comment] = COMMENT.exec(code) ?? COMMENT_BEHIND_CODE.exec(code) ?? [];
    if (comment !== undefined) return [{ line, text: comment.replace(/^[/*\s]+/, "") }];
    if (hasTitles) return [{ line, text: TITLE.exec(code)?.[2] ?? "" }];
    if (isTest(path) || !/\.tsx?$/.test(path)) return [];
    const texts = Array.from(code.matchAll(QUOTED), ([, , quoted = ""]) => quoted).filter((quoted) =>
      SENTENCE.test(quoted),
    );
    const jsx = path.endsWith(".tsx") && TEXT_OF_JSX.test(code) ? [code] : [];
    return [...texts, ...jsx].map((each) => ({ line, text: each }));
  });
}

const PROSE = /\.(ts|tsx|md|prisma|mjs)$/;
const NOT_OURS = /(^|\/)(generated|ui)\//;

/** A folder as the table of limits names it: a domain of a package, a page of the console, else the folder itself. */
export function folderOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const isPage = path.startsWith("apps/console/src/pages/");
  return folders.slice(0, isPage ? 5 : 4).join("/") || ".";
}

/** The odd lines of each folder, each as "file:line  text". Texts that a specification fixes do not count. */
function oddLines(files: readonly SourceFile[]): Map<string, string[]> {
  const specified = new Set(
    readTable<{ text: string }[]>(files, "tools/checks/specified-texts.json", []).map(({ text }) => text),
  );
  const byFolder = new Map<string, string[]>();
  for (const file of files) {
    if (!PROSE.test(file.path) || NOT_OURS.test(file.path)) continue;
    const odd = proseOf(file)
      .filter(({ text }) => isOdd(text) && !specified.has(text))
      .map(({ line, text }) => `${file.path}:${line}  ${text}`);
    if (odd.length > 0)
      byFolder.set(folderOf(file.path), [...(byFolder.get(folderOf(file.path)) ?? []), ...odd]);
  }
  return byFolder;
}

/** Folders with more odd lines than their limit, with these lines, and limits above what their folder has. */
export function plainEnglishProblems(files: readonly SourceFile[]): string[] {
  const limits = readLimits(files);
  const odd = oddLines(files);
  const folders = [...new Set([...odd.keys(), ...Object.keys(limits)])].toSorted();
  return folders.flatMap((folder) => {
    const lines = odd.get(folder) ?? [];
    const limit = limits[folder] ?? 0;
    if (lines.length === limit) return [];
    return lines.length < limit
      ? [
          `${folder} has ${lines.length} odd lines. Lower its limit of ${limit}: npm run check:rules -- --lower`,
        ]
      : [[`${folder} has ${lines.length} odd lines, its limit is ${limit}`, ...lines].join("\n    ")];
  });
}

/** The limits after each was lowered to the odd lines of its folder. No limit rises. */
export function loweredLimits(files: readonly SourceFile[]): Record<string, number> {
  const odd = oddLines(files);
  return Object.fromEntries(
    Object.entries(readLimits(files)).flatMap(([folder, limit]) => {
      const count = Math.min(limit, odd.get(folder)?.length ?? 0);
      return count === 0 ? [] : [[folder, count]];
    }),
  );
}

const readLimits = (files: readonly SourceFile[]) => readTable<Record<string, number>>(files, LIMITS, {});

function readTable<Table>(files: readonly SourceFile[], path: string, empty: Table): Table {
  const file = files.find((each) => each.path === path);
  return file === undefined ? empty : (JSON.parse(file.text) as Table);
}
