import { FORMULA_STARTS } from "@countinghouse/validators/harmless-text";

export { harmlessText } from "@countinghouse/validators/harmless-text";

/** `harmlessText` in SQL. `text` is an expression of type text. */
export const harmlessSql = (text: string): string =>
  `CASE WHEN ascii(${text}) IN (${CODE_POINTS}) THEN '''' || ${text} ELSE ${text} END`;

const CODE_POINTS = FORMULA_STARTS.map((start) => start.codePointAt(0)).join(", ");
