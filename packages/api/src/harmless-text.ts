import { FORMULA_STARTS } from "@countinghouse/validators/harmless-text";

export { harmlessText } from "@countinghouse/validators/harmless-text";

/** `harmlessText` in SQL. `text` is an expression of type text. */
export function harmlessSql(text: string): string {
  const inside = `CASE WHEN strpos(${text}, ';') > 0 THEN regexp_replace(${text}, ${LATER_FORMULA}, '\\1''', 'g') ELSE ${text} END`;
  return `CASE WHEN ascii(${text}) IN (${CODE_POINTS}) THEN '''' || ${inside} ELSE ${inside} END`;
}

const LATER_FORMULA = `'(;"*)(?=''*[=+@＝＋－＠-])'`;

const CODE_POINTS = FORMULA_STARTS.map((start) => start.codePointAt(0)).join(", ");
