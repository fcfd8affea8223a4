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

/** Where a spreadsheet whose list separator is a semicolon begins a new cell with a formula. */
const LATER_FORMULA = /(;"*)(?='*[=+\-@＝＋－＠])/g;

/**
 * A text that no spreadsheet runs: in front of what could be a formula goes an apostrophe, also behind a list separator. Numbers are not
 * for it.
 */
export function harmlessText(text: string): string {
  const inside = text.replace(LATER_FORMULA, "$1'");
  return FORMULA_STARTS.some((start) => text.startsWith(start)) ? `'${inside}` : inside;
}

/** The same text without the apostrophes that `harmlessText` puts behind list separators. */
export const withoutLaterGuards = (text: string): string =>
  text.replace(/(;"*)'(?='*[=+\-@＝＋－＠])/g, "$1");

/** A text as one cell of a line that is pasted into a spreadsheet: no tab or line end breaks it, and nothing of it is run. */
export const harmlessCell = (text: string): string => harmlessText(text.replaceAll(/\s+/g, " ").trim());
