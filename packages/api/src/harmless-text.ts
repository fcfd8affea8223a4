/** The first characters a spreadsheet may take for a formula: = + - @, their wide forms, tab and line ends. */
const FORMULA_STARTS: readonly string[] = ["=", "+", "-", "@", "\t", "\n", "\r", "＝", "＋", "－", "＠"];

/** A text that no spreadsheet runs: in front of what could be a formula goes an apostrophe. Numbers are not for it. */
export const harmlessText = (text: string): string =>
  FORMULA_STARTS.some((start) => text.startsWith(start)) ? `'${text}` : text;

/** `harmlessText` in SQL. `text` is an expression of type text. */
export const harmlessSql = (text: string): string =>
  `CASE WHEN ascii(${text}) IN (${CODE_POINTS}) THEN '''' || ${text} ELSE ${text} END`;

const CODE_POINTS = FORMULA_STARTS.map((start) => start.codePointAt(0)).join(", ");
