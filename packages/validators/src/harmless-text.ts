/** The first characters a spreadsheet may take for a formula: = + - @, their wide forms, tab and line ends. */
export const FORMULA_STARTS: readonly string[] = [
  "=",
  "+",
  "-",
  "@",
  "\t",
  "\n",
  "\r",
  "＝",
  "＋",
  "－",
  "＠",
];

/** A text that no spreadsheet runs: in front of what could be a formula goes an apostrophe. Numbers are not for it. */
export const harmlessText = (text: string): string =>
  FORMULA_STARTS.some((start) => text.startsWith(start)) ? `'${text}` : text;

/** A text as one cell of a line that is pasted into a spreadsheet: no tab or line end breaks it, and nothing of it is run. */
export const harmlessCell = (text: string): string => harmlessText(text.replaceAll(/\s+/g, " ").trim());
