import { stringify } from "csv-stringify/browser/esm/sync";

/**
 * A table as CSV, as spreadsheets read it. Its cells are ready: text went through `harmlessText`, money is in dollars, and
 * what is not known is null.
 */
export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  stringify([...rows], { bom: true });
