import {
  type BulkScreenKind,
  type BulkVersion,
  bulkIdsLimit,
  readUserIds,
  type UserIds,
  type UserIdToken,
  whyNotUseIds,
} from "@countinghouse/validators/bulk-jobs/rules";
import type { LineMark } from "./id-gutter.tsx";

/** What a pasted text comes to. */
export type IdCheck = {
  ids: number[];
  invalid: UserIdToken[];
  duplicates: number;
  cut: number;
  /** Why the text can not be used, or null; also null while it is empty. */
  whyNot: string | null;
  findMark: (line: number) => LineMark | undefined;
};

/** How a screen takes pasted ids. */
export type IdRules = {
  limit: number;
  read: (text: string) => UserIds;
  whyNotUse: (text: string) => string | null;
};

/** Reads ids pasted on a bulk screen. */
export const checkIds = (text: string, kind: BulkScreenKind, version: BulkVersion): IdCheck =>
  checkPasted(text, {
    limit: bulkIdsLimit(kind, version),
    read: readUserIds,
    whyNotUse: (pasted) => whyNotUseIds(pasted, kind, version),
  });

/** Reads pasted ids. A text that is too long is not read at all: it is marked from where it is too long. */
export function checkPasted(text: string, { limit, read, whyNotUse }: IdRules): IdCheck {
  if (text.length > limit) {
    const lastLine = text.slice(0, limit).split(LINE_END).length;
    return { ...NOTHING, whyNot: whyNotUse(text), findMark: (line) => overFrom(line, lastLine) };
  }
  const { ids, tokens } = read(text);
  const invalid = tokens.filter(({ id }) => id === null);
  const wrongLines = new Set(invalid.map(({ line }) => line));
  return {
    ids,
    invalid,
    duplicates: tokens.filter(({ isDuplicate }) => isDuplicate).length,
    cut: tokens.filter(({ isCut, id }) => isCut && id !== null).length,
    whyNot: text.trim() === "" ? null : whyNotUse(text),
    findMark: (line) => (wrongLines.has(line) ? "invalid" : undefined),
  };
}

const LINE_END = /\r\n|\r|\n/;

const NOTHING = { ids: [], invalid: [], duplicates: 0, cut: 0 };

const overFrom = (line: number, lastLine: number): LineMark | undefined =>
  line >= lastLine ? "over" : undefined;

/** What stands between ids, unless a screen takes more. */
const BLANKS = /\s+/;

type Found = Pick<UserIdToken, "line" | "text">;

/** Where a token stands in the text: the characters from `start` to before `end`. */
export function findPlace(
  text: string,
  { line, text: token }: Found,
  between = BLANKS,
): { start: number; end: number } {
  const parts = text.split(/(\r\n|\r|\n)/);
  const before = parts.slice(0, (line - 1) * 2).join("").length;
  const inLine = (parts[(line - 1) * 2] ?? "").split(new RegExp(`(${between.source})`));
  const at = inLine.indexOf(token);
  const start = before + inLine.slice(0, Math.max(at, 0)).join("").length;
  return { start, end: start + token.length };
}

/** The text without these tokens. A line that held nothing else goes with them. */
export function withoutTokens(text: string, tokens: readonly Found[], between = BLANKS): string {
  const gone = new Map<number, string[]>();
  for (const { line, text: token } of tokens) gone.set(line, [...(gone.get(line) ?? []), token]);
  return text
    .split(LINE_END)
    .flatMap((content, index) => {
      const removed = gone.get(index + 1);
      if (!removed) return [content];
      const left = content.split(between).filter((token) => {
        const at = removed.indexOf(token);
        if (at !== -1) removed.splice(at, 1);
        return at === -1 && token !== "";
      });
      return left.length === 0 ? [] : [left.join(" ")];
    })
    .join("\n");
}
